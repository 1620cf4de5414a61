// SPDX-License-Identifier: Apache-2.0
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { BusyScreenContext } from '../../components/screen/header-context.ts';
import { ProfileScreen } from '../profile/ProfileScreen.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';

const withSwitch = (
  <>
    <LanguageSwitch />
    <ProfileScreen />
  </>
);

afterEach(async () => {
  await i18next.changeLanguage('en');
});

/** Opens the list, which is loaded from a file of its own. */
async function openList(label: RegExp): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: label }));
  return screen.findByRole('listbox');
}

test('the list offers all nine languages by their own names, each with its lang attribute', async () => {
  await renderScreen(withSwitch);
  const list = await openList(/Language/);
  const names = within(list).getAllByRole('option');
  expect(names.map((option) => option.textContent)).toEqual([
    'English',
    '日本語',
    '简体中文',
    'Español',
    'Português',
    'Italiano',
    'Français',
    'Deutsch',
    'Português (Brasil)',
  ]);
  expect(within(list).getByText('日本語').lang).toBe('ja');
  expect(within(list).getByRole('option', { selected: true }).textContent).toBe('English');
});

test('a choice changes texts and the lang attribute, keeps the input, and is remembered', async () => {
  await renderScreen(withSwitch);
  fireEvent.change(screen.getByRole('textbox', { name: /Age/ }), { target: { value: '47' } });
  const list = await openList(/Language/);
  fireEvent.click(within(list).getByRole('option', { name: 'Deutsch' }));
  await waitFor(() => expect(document.documentElement.lang).toBe('de'));
  const age = await screen.findByRole('textbox', { name: /Alter/ });
  expect((age as HTMLInputElement).value).toBe('47');
  expect(localStorage.getItem('perfuse.language')).toBe('de');
  expect(document.title).not.toContain('About you');
});

test('the button has the focus again after a choice', async () => {
  await renderScreen(withSwitch);
  const list = await openList(/Language/);
  fireEvent.click(within(list).getByRole('option', { name: 'Deutsch' }));
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Deutsch/ })),
  );
});

test('the page starts in the language that was chosen before', async () => {
  localStorage.setItem('perfuse.language', 'fr');
  await renderScreen(withSwitch);
  expect(document.documentElement.lang).toBe('fr');
});

test('an unknown stored language is ignored', async () => {
  localStorage.setItem('perfuse.language', 'klingon');
  await renderScreen(withSwitch);
  expect(document.documentElement.lang).toBe('en');
});

test('there is no switch during a measurement', async () => {
  await renderScreen(<h1>Measuring</h1>);
  cleanup();
  render(
    <BusyScreenContext value>
      <LanguageSwitch />
    </BusyScreenContext>,
  );
  expect(document.body.textContent).toBe('');
  expect(screen.queryByRole('button')).toBeNull();
});
