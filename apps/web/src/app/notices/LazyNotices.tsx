// SPDX-License-Identifier: Apache-2.0
import { Suspense, type ReactNode } from 'react';
import { lazyPart } from '@perfuse/ui/loading/lazy-part.ts';
import { useStore } from 'zustand';
import { SERVICE_WORKER } from '../../services/service-worker.ts';

/** Loaded after the first screen, as is the worker. */
const Notices = lazyPart(async () => (await import('./Notices.tsx')).Notices, { isAwaited: false });

/** The notices of the service worker, once there is one. */
export function LazyNotices(): ReactNode {
  const { helper } = useStore(SERVICE_WORKER);
  if (helper === null) return null;
  return (
    <Suspense fallback={null}>
      <Notices helper={helper} />
    </Suspense>
  );
}
