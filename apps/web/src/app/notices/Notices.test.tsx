// SPDX-License-Identifier: Apache-2.0
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type {
  ServiceWorkerHelper,
  ServiceWorkerState,
} from '../../platform/service-worker/helper.ts';
import { Notices } from './Notices.tsx';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';

const UPDATE = 'A new version of the app is ready.';

async function shown(state: ServiceWorkerState) {
  const helper = {
    store: createStore<ServiceWorkerState>()(() => state),
    applyUpdate: vi.fn<() => void>(),
    keepWorkers: () => undefined,
  } satisfies ServiceWorkerHelper;
  await renderScreen(
    <>
      <h1>Terms</h1>
      <Notices helper={helper} />
    </>,
  );
  return helper;
}

test('a new version is applied on request', async () => {
  const { applyUpdate } = await shown({ updateReady: true, offline: false });
  fireEvent.click(await screen.findByRole('button', { name: 'Update now' }));
  expect(applyUpdate).toHaveBeenCalledOnce();
});

test('a postponed update stays hidden, while a lost connection is still shown', async () => {
  const { store, applyUpdate } = await shown({ updateReady: true, offline: false });
  fireEvent.click(await screen.findByRole('button', { name: 'Later' }));
  expect(screen.queryByText(UPDATE)).toBeNull();
  act(() => store.setState({ offline: true }));
  expect(await screen.findByText(/You are offline/)).toBeDefined();
  act(() => store.setState({ offline: false }));
  expect(screen.queryByText(/You are offline/)).toBeNull();
  expect(screen.queryByText(UPDATE)).toBeNull();
  expect(applyUpdate).not.toHaveBeenCalled();
});

test('a new version is not offered while offline', async () => {
  await shown({ updateReady: true, offline: true });
  expect(await screen.findByText(/You are offline/)).toBeDefined();
  expect(screen.queryByText(UPDATE)).toBeNull();
});
