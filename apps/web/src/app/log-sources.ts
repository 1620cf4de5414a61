// SPDX-License-Identifier: Apache-2.0
import { LOG } from '../platform/log/log.ts';
import { onApiError } from '../platform/http/api-errors.ts';
import { BUILD, EDITION } from '../config/build.ts';
import type { Services } from '../services/services.ts';

/** Logs what helps to diagnose a fault on a person's device: how far start-up got, and which calls failed. */
export function logFromServices({ launch }: Pick<Services, 'launch'>): void {
  LOG.add('info', [`Perfuse ${BUILD.version}, ${EDITION} edition`, navigator.userAgent]);
  launch.store.subscribe(({ phase }) => LOG.add('info', ['Start-up:', phase]));
  onApiError((route, { code, status }) => LOG.add('warn', ['API', route, code, status]));
  for (const event of ['online', 'offline'] as const) {
    window.addEventListener(event, () => LOG.add('info', ['The browser is', event]));
  }
  document.addEventListener('visibilitychange', () =>
    LOG.add('info', ['The page is', document.visibilityState]),
  );
}
