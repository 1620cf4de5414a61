// SPDX-License-Identifier: Apache-2.0
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { CameraConsentScreen } from './CameraConsentScreen.tsx';

test.each([
  ['has no study', 404, 'No measurements at the moment'],
  ['is away', 503, 'No connection'],
])('a service that %s is reported as such', async (_, status, title) => {
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      address.endsWith('/api/token')
        ? Response.json({ Token: 'guest', RefreshToken: 'refresh' })
        : Response.json({ code: 'X', message: 'x' }, { status }),
    ),
  );
  await renderScreen(<CameraConsentScreen />);
  fireEvent.click(screen.getByRole('button', { name: 'Agree' }));
  expect(await screen.findByRole('alertdialog', { name: title })).toBeTruthy();
});
