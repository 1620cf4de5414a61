// SPDX-License-Identifier: Apache-2.0
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '@perfuse/ui/loading/lazy-part.ts';
import { useStore } from 'zustand';
import { SERVICE_WORKER } from '../../services/service-worker.ts';

/** Comes after the first screen, as the worker does. */
const Notices = lazyPart(async () => (await import('./Notices.tsx')).Notices, { isAwaited: false });

/** What the service worker has to say, once there is one. */
export function LazyNotices(): ReactNode {
  const { helper } = useStore(SERVICE_WORKER);
  if (helper === null) return null;
  return (
    <Suspense fallback={null}>
      <Notices helper={helper} />
    </Suspense>
  );
}
