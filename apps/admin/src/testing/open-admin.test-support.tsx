// SPDX-License-Identifier: Apache-2.0
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { ROUTES } from '../routes.tsx';
import { signedIn } from './fixtures.test-support.ts';
import { fakeServer, type FakeServer } from './fake-server.test-support.ts';

/** Opens the whole page at an address, with an administrator signed in unless `prepare` changes that. */
export function openAdmin(
  address: string,
  prepare: (server: FakeServer) => void = () => undefined,
): FakeServer & { readonly back: () => Promise<void> } {
  // Missing in jsdom. Returns a promise in newer browsers, which an effect must not take for its cleanup.
  vi.stubGlobal('scrollTo', () => Promise.resolve());
  const server = fakeServer();
  signedIn(server);
  prepare(server);
  const router = createMemoryRouter(ROUTES, { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return { ...server, back: () => act(() => router.navigate(-1)) };
}

export const heading = (name: string | RegExp): Promise<HTMLElement> =>
  screen.findByRole('heading', { name });
export const press = (name: string | RegExp): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
/** Presses a button of the open dialog. */
export const pressInDialog = (name: string): void => {
  const dialog = screen.queryByRole('alertdialog') ?? screen.getByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name }));
};
/** The control of a label. Found by its label's text: jsdom finds labelled controls slowly in a long form. */
export function field(
  label: string | RegExp,
): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  const { htmlFor } = screen.getByText<HTMLLabelElement>(label, { selector: 'label' });
  const control = document.getElementById(htmlFor);
  if (
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  ) {
    return control;
  }
  throw new Error(`The label ${String(label)} names no control.`);
}
export const type = (label: string | RegExp, text: string): void => {
  fireEvent.change(field(label), { target: { value: text } });
};
/** The text of all error messages on the page. */
export const alerts = (): string =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '')
    .join(' ');
