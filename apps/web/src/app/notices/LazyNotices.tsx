// SPDX-License-Identifier: Apache-2.0
import { lazy, Suspense, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { SERVICE_WORKER } from '../../services/service-worker.ts';

/** Comes after the first screen, as the worker does; what cannot be loaded has nothing to say. */
const Notices = lazy(() =>
  import('./Notices.tsx').then(
    (module) => ({ default: module.Notices }),
    () => ({ default: () => null }),
  ),
);

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
