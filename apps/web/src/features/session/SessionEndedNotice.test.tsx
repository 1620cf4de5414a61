// SPDX-License-Identifier: Apache-2.0
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SignOutReason } from '../../account/account.ts';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { SessionEndedNotice } from './SessionEndedNotice.tsx';

const SCREEN = (
  <>
    <h1>Measuring</h1>
    <SessionEndedNotice />
  </>
);

/** The page's notice when a session ends while it is open. */
async function noticeOf(ended: SignOutReason) {
  const { services } = await renderScreen(SCREEN);
  act(() => services.account.store.setState({ ended }));
  return {
    notice: services.session.getState().notification?.message,
    left: services.account.store.getState().ended,
  };
}

test('the end of a session in another tab is shown once', async () => {
  const notice = 'You were signed out in another window.';
  expect(await noticeOf('other-tab')).toEqual({ notice, left: null });
});

test('a guest who was forgotten in another tab sees a notice', async () => {
  const notice = 'Your answers, your consent and your results were removed from this browser.';
  expect(await noticeOf('forgotten')).toEqual({ notice, left: null });
});

test('a guest who timed out in another tab sees why', async () => {
  const notice =
    'Nothing happened here for 15 minutes, so your answers and results were removed from this browser.';
  expect(await noticeOf('forgotten-idle')).toEqual({ notice, left: null });
});

test('the end of a session before the page was opened is shown as well', async () => {
  const { services } = await renderScreen(SCREEN, ({ account }) =>
    account.store.setState({ ended: 'session-expired' }),
  );
  expect(services.session.getState().notification?.message).toContain('Your session has ended.');
});

test('the end of a session that the user ended here is left to the sign-in screen', async () => {
  expect(await noticeOf('erased')).toEqual({ notice: undefined, left: 'erased' });
});
