// SPDX-License-Identifier: Apache-2.0
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { ConsentScreen } from './ConsentScreen.tsx';

const boxes = () => screen.getAllByRole('checkbox');
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
const tick = (at: number) => {
  const box = boxes()[at];
  if (box === undefined) throw new Error(`there is no box ${String(at)}`);
  fireEvent.click(box);
};
const invalid = () => boxes().map((box) => box.getAttribute('aria-invalid') === 'true');

test('both boxes ticked complete the consent and lead to the profile', async () => {
  const { services, place } = await renderScreen(<ConsentScreen />);
  tick(0);
  tick(1);
  submit();
  expect(services.session.getState().consentCompleted).toBe(true);
  expect(place()).toBe('/profile');
});

test('boxes left open show their errors and take the focus', async () => {
  const { services, place } = await renderScreen(<ConsentScreen />);
  submit();
  expect(screen.getByText(/Please accept the terms of use/)).toBeTruthy();
  expect(screen.getByText(/Please agree to the processing/)).toBeTruthy();
  expect(invalid()).toEqual([true, true]);
  expect(document.activeElement).toBe(boxes()[0]);
  expect(services.session.getState().consentCompleted).toBe(false);
  expect(place()).toBe('/start');
});

test('one box left open shows its own error only', async () => {
  await renderScreen(<ConsentScreen />);
  tick(0);
  submit();
  expect(invalid()).toEqual([false, true]);
  expect(document.activeElement).toBe(boxes()[1]);
  tick(1);
  expect(invalid()).toEqual([false, false]);
});

test('the terms and the privacy policy can be read without ticking the box', async () => {
  await renderScreen(<ConsentScreen />);
  const link = screen.getByRole('link', { name: /privacy policy/ });
  expect(link.getAttribute('href')).toBe('/privacy');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.closest('label')).toBeNull();
});
