// SPDX-License-Identifier: Apache-2.0
// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../app/render-screen.test-support.tsx';
import { LoginScreen } from './LoginScreen.tsx';

const field = (label: string) => screen.getByLabelText(label);

test('empty fields are named, the focus goes to the first, and mending another does not call it back', async () => {
  await renderScreen(<LoginScreen />);
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByText('Access code: please fill this in.')).toBeTruthy();
  expect(screen.getByText('Password: please fill this in.')).toBeTruthy();
  expect(document.activeElement).toBe(field('Access code'));
  field('Password').focus();
  fireEvent.change(field('Password'), { target: { value: 'x' } });
  expect(screen.queryByText('Password: please fill this in.')).toBeNull();
  expect(document.activeElement).toBe(field('Password'));
});

test('changing the stage puts the focus on its heading and names the page', async () => {
  await renderScreen(<LoginScreen />);
  fireEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
  const heading = screen.getByRole('heading', { name: 'Forgot your password?' });
  expect(document.activeElement).toBe(heading);
  expect(document.title).toContain('Forgot your password?');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy();
});

test('why the last session ended is said once', async () => {
  await renderScreen(<LoginScreen />, ({ account }) => account.signOut('idle'));
  expect(screen.getByText(/nothing happened for 15 minutes/)).toBeTruthy();
});

test('a password can be looked at', async () => {
  await renderScreen(<LoginScreen />);
  expect(field('Password').getAttribute('type')).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field('Password').getAttribute('type')).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field('Password').getAttribute('type')).toBe('password');
});
