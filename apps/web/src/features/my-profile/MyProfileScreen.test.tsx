// SPDX-License-Identifier: Apache-2.0
import { fireEvent, screen } from '@testing-library/react';
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

test('a consent to this device is withdrawn here, with what the browser keeps, and the service hears nothing', async () => {
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
  await vi.waitFor(() => expect(place()).toBe('/camera-consent'));
  expect(services.session.getState().consentCompleted).toBe(false);
  expect(erase).toHaveBeenCalledExactlyOnceWith(null);
  expect(asked.filter((one) => one.includes('/consents'))).toEqual([]);
});
