// SPDX-License-Identifier: Apache-2.0
import type { Page } from '@perfuse/browser-harness';
import { button } from '../elements.ts';
import { press } from './person.ts';

/** On the my-profile screen: unticks the data box, saves, confirms, and closes the message that it is done. */
export async function withdraw(page: Page): Promise<void> {
  await press(page.getByRole('checkbox', { name: /I agree that/ }));
  await button(page, 'Save').click();
  const dialog = page.getByRole('alertdialog', { name: 'Withdraw your consent?' });
  await button(dialog, 'Withdraw').click();
  const told = page.getByRole('alertdialog', { name: 'Your consent is withdrawn' });
  await told.getByRole('button', { name: 'OK' }).click();
}
