// SPDX-License-Identifier: Apache-2.0
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SignOutReason } from '../../account/account.ts';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { TellEnded } from './TellEnded.tsx';

const SCREEN = (
  <>
    <h1>Measuring</h1>
    <TellEnded />
  </>
);

/** What the page tells of a session that ends while it shows. */
async function toldOf(ended: SignOutReason) {
  const { services } = await renderScreen(SCREEN);
  act(() => services.account.store.setState({ ended }));
  return {
    told: services.session.getState().notification?.message,
    left: services.account.store.getState().ended,
  };
}

test('a session that ended in another tab is told, once', async () => {
  const told = 'You were signed out in another window.';
  expect(await toldOf('other-tab')).toEqual({ told, left: null });
});

test('one that had ended before the page was opened is told as well', async () => {
  const { services } = await renderScreen(SCREEN, ({ account }) =>
    account.store.setState({ ended: 'session-expired' }),
  );
  expect(services.session.getState().notification?.message).toContain('Your session has ended.');
});

test('one that the person ended here is left to the sign-in screen', async () => {
  expect(await toldOf('erased')).toEqual({ told: undefined, left: 'erased' });
});
