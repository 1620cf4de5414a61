// SPDX-License-Identifier: Apache-2.0
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ServiceWorkerState } from '../platform/service-worker/helper.ts';
import { SERVICE_WORKER } from './service-worker.ts';
import { useIsOffline } from './use-is-offline.ts';

afterEach(() => SERVICE_WORKER.setState({ helper: null }));

test('an unreachable service counts as offline even while the browser is online', () => {
  const { result } = renderHook(() => useIsOffline());
  expect([navigator.onLine, result.current]).toEqual([true, false]);
  const store = createStore<ServiceWorkerState>()(() => ({ updateReady: false, offline: true }));
  const helper = { store, keepWorkers: vi.fn(), applyUpdate: vi.fn() };
  act(() => SERVICE_WORKER.setState({ helper }));
  expect(result.current).toBe(true);
  act(() => store.setState({ offline: false }));
  expect(result.current).toBe(false);
});
