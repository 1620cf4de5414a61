// SPDX-License-Identifier: Apache-2.0
import type { Usage } from '@perfuse/contract/admin/usage';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alerts, heading, openAdmin, press, type } from '../testing/open-admin.test-support.tsx';

const NONE = { started: 0, completed: 0, failed: 0, abandoned: 0 };
const SOME = { started: 7, completed: 4, failed: 2, abandoned: 1 };
const USAGE: Usage = {
  days: [
    { day: '2026-03-13', ...NONE },
    { day: '2026-03-14', ...SOME },
  ],
  total: SOME,
};
/** The number next to a term in the list of totals; undefined while there is no list. */
const total = (word: string): string | undefined =>
  screen.queryAllByRole('term').find(({ textContent }) => textContent === word)?.nextElementSibling
    ?.textContent ?? undefined;
const ADDRESS = '/organisations/o1/usage';

test('the totals are shown, and the days with measurements are in a table', async () => {
  openAdmin(ADDRESS, (of) => of.answers('usage', USAGE));
  await heading('Measurements');
  await waitFor(() => expect(total('Started')).toBe('7'));
  expect(total('Abandoned')).toBe('1');
  screen.getByText('13 Mar 2026');
  fireEvent.click(screen.getByRole('button', { name: 'By day' }));
  const table = await screen.findByRole('table', { name: 'Measurements by day' });
  const rows = within(table).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent).slice(1)).toEqual(['14 Mar 20267421']);
});

test('another period is requested; a failure is reported, and the request can be retried', async () => {
  const server = openAdmin(ADDRESS, (of) => of.answers('usage', USAGE));
  await waitFor(() => expect(total('Started')).toBe('7'));
  server.fails('usage', 'nonsense');
  type('Period', '7');
  await waitFor(() => expect(alerts()).toBe("The server's response could not be read."));
  server.answers('usage', { days: [], total: NONE });
  press('Try again');
  await waitFor(() => expect(total('Started')).toBe('0'));
  expect(server.asked('usage').map(({ query }) => query['days'])).toEqual(['30', '7', '7']);
});
