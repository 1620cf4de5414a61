// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { givenConsent } from '../../account/consents.ts';
import { deviceHistory } from '../../platform/device-history/device-history.ts';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { MyProfileScreen } from './MyProfileScreen.tsx';

afterEach(() => vi.unstubAllGlobals());

const TEXTS = {
  description: '',
  purposes: {
    privacyPolicyAndTermsOfUse: '',
    healthDataProcessing: '',
    healthDataStorage: '',
    healthDataReprocessing: '',
  },
};

test('withdrawing a consent to this device deletes the stored data, without a request to the service', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${address}`);
    return Promise.resolve(Response.json({ Code: 'X', Message: 'x' }, { status: 503 }));
  });
  const erase = vi.spyOn(deviceHistory(null), 'erase').mockResolvedValue();
  const { services, place } = await renderScreen(<MyProfileScreen />, ({ session }) => {
    const consent = givenConsent({ terms: true, data: false }, TEXTS, '/privacy');
    session.getState().completeConsent(consent);
  });
  expect(screen.getByText(/stored in this browser only/)).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: /may be processed on this device/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await expect.poll(place).toBe('/camera-consent');
  expect(services.session.getState().consentCompleted).toBe(false);
  expect(erase).toHaveBeenCalledExactlyOnceWith(null);
  expect(asked.filter((one) => one.includes('/consents'))).toEqual([]);
  expect(services.session.getState().notification).toEqual({
    kind: 'info',
    title: 'Your consent is withdrawn',
    message: 'Your answers and results were deleted from this browser.',
  });
});

test.each([
  [true, 'info', 'deleted, in this browser and at the service.'],
  [false, 'warning', 'can no longer be reached from here'],
])('a withdrawal reports whether all data was deleted: %s', async (isComplete, kind, words) => {
  vi.spyOn(deviceHistory(null), 'erase').mockResolvedValue();
  const { services, place } = await renderScreen(<MyProfileScreen />, ({ session, consents }) => {
    session
      .getState()
      .completeConsent(givenConsent({ terms: true, data: true }, TEXTS, '/privacy'));
    vi.spyOn(consents, 'withdraw').mockResolvedValue(isComplete);
  });
  fireEvent.click(screen.getByRole('checkbox', { name: /health data/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await expect.poll(place).toBe('/camera-consent');
  const { notification } = services.session.getState();
  expect(notification?.kind).toBe(kind);
  expect(notification?.message).toContain(words);
});

test.each([
  ['an answer', 503, 'Try again in a moment.'],
  ['no answer', 0, 'Check your internet connection and try again.'],
])(
  'a withdrawal that fails with %s says so in its confirmation dialog',
  async (_, status, advice) => {
    const { services } = await renderScreen(<MyProfileScreen />, ({ session, consents }) => {
      session
        .getState()
        .completeConsent(givenConsent({ terms: true, data: true }, TEXTS, '/privacy'));
      vi.spyOn(consents, 'withdraw').mockRejectedValue(new ApiError('X', status, 'x'));
    });
    const ask = (): void => {
      fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    };
    fireEvent.click(screen.getByRole('checkbox', { name: /health data/ }));
    ask();
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    const dialog = within(screen.getByRole('alertdialog'));
    expect(await dialog.findByText(`Your consent was not withdrawn. ${advice}`)).toBeTruthy();
    expect(services.session.getState().consentCompleted).toBe(true);
    fireEvent.click(dialog.getByRole('button', { name: 'Keep consent' }));
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
    ask();
    await screen.findByRole('alertdialog');
    expect(screen.queryByText(/Your consent was not withdrawn/)).toBeNull();
  },
);
