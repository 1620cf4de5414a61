// SPDX-License-Identifier: Apache-2.0
import type { AuditEntry } from '@perfuse/contract/admin/audit';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alerts, openAdmin, press, type } from '../testing/open-admin.test-support.tsx';

const ENTRY: AuditEntry = {
  id: 'e1',
  at: 0,
  actor: 'cli:operator',
  actorEmail: '',
  action: 'key.revoke',
  target: 'k1',
  organisationId: 'o1',
  details: '',
  outcome: 'done',
};

test('changes can be paged through, and a filter starts again at the newest', async () => {
  const server = openAdmin('/audit', (of) =>
    of.answers('audit', ({ query }) => ({
      entries: [
        { ...ENTRY, id: 'e1' },
        { ...ENTRY, id: 'e2', target: `after ${query['after'] ?? 'none'}` },
      ],
      hasMore: query['after'] === undefined,
    })),
  );
  await screen.findByText('after none');
  expect(screen.queryByRole('button', { name: 'Newer' })).toBeNull();
  screen.getByRole('button', { name: 'Older' }).focus();
  press('Older');
  await screen.findByText('after e2');
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Changes' }));
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull();
  press('Newer');
  await screen.findByText('after none');
  press('Older');
  await screen.findByText('after e2');
  type('Outcome', 'refused');
  await screen.findByText('after none');
  expect(server.asked('audit').at(-1)?.query).toEqual({ outcome: 'refused', limit: '50' });
});

test('changes can be filtered by actor and by action', async () => {
  const server = openAdmin('/audit', (of) => of.answers('audit', { entries: [], hasMore: false }));
  await screen.findByText('No changes.');
  type('By', 'user');
  type('Action', 'measurement');
  await waitFor(() =>
    expect(server.asked('audit').at(-1)?.query).toMatchObject({
      by: 'user',
      action: 'measurement',
    }),
  );
});

test('only the changes of the organisation are requested; an empty list and a failure are reported', async () => {
  const server = openAdmin('/organisations/o1/audit', (of) => of.fails('audit', 'cut'));
  await waitFor(() => expect(alerts()).toMatch(/cannot be reached/));
  server.answers('audit', { entries: [], hasMore: false });
  screen.getByRole('button', { name: 'Try again' }).focus();
  press('Try again');
  await screen.findByText('No changes.');
  // The focus does not go with the button.
  expect(document.activeElement?.tagName).toBe('H1');
  expect(server.asked('audit').at(-1)?.query).toMatchObject({ organisation: 'o1' });
});
