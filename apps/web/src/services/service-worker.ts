// SPDX-License-Identifier: Apache-2.0
import { createStore } from 'zustand/vanilla';
import type { ServiceWorkerHelper } from '../platform/service-worker/helper.ts';

/** The helper of the service worker; null before it started, and where the browser has no service workers. */
export const SERVICE_WORKER = createStore<{ readonly helper: ServiceWorkerHelper | null }>()(
  () => ({
    helper: null,
  }),
);
