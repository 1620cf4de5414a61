// SPDX-License-Identifier: Apache-2.0
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { PermissionScreen } from './PermissionScreen.tsx';

/** A browser with this permission state for the site. @returns its permission. */
function browser(state: PermissionState, getUserMedia: () => Promise<unknown>) {
  const status = Object.assign(new EventTarget(), { state });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', {
    userAgent: '',
    maxTouchPoints: 0,
    language: 'en',
    languages: ['en'],
    mediaDevices: { getUserMedia },
    permissions: { query: () => Promise.resolve(status) },
  });
  return status;
}
const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));

test('the screen stays, with instructions, when the system blocks a camera that the site may use', async () => {
  browser('granted', refuse);
  const { place } = await renderScreen(<PermissionScreen />);
  await screen.findByRole('alert');
  expect(place()).toBe('/start');
});

test('the screen continues by itself when the camera opens', async () => {
  browser('granted', () => Promise.resolve({ getTracks: () => [] }));
  const { place } = await renderScreen(<PermissionScreen />);
  await waitFor(() => expect(place()).toBe('/measurement'));
});

test('the screen continues by itself as soon as the site is granted the camera', async () => {
  const status = browser('denied', refuse);
  const { place } = await renderScreen(<PermissionScreen />);
  status.state = 'granted';
  await waitFor(() => {
    act(() => void status.dispatchEvent(new Event('change')));
    expect(place()).toBe('/measurement');
  });
});
