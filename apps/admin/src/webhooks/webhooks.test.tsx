// SPDX-License-Identifier: Apache-2.0
import type { Delivery } from '@perfuse/contract/launch/webhook';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FakeServer } from '../testing/fake-server.test-support.ts';
import {
  alerts,
  field,
  heading,
  openAdmin,
  press,
  pressInDialog,
  type,
} from '../testing/open-admin.test-support.tsx';

const DELIVERY: Delivery = {
  id: 'd1',
  configId: 'front-desk',
  event: 'results',
  sessionId: 'session-1',
  state: 'failed',
  tries: 7,
  failure: 'HTTP_503',
  createdAt: 0,
  updatedAt: 0,
};
const SECRET = { id: 'w1', secret: 'whsec-new', createdAt: 0, endsAt: null };

async function open(prepare: (server: FakeServer) => void = () => undefined): Promise<FakeServer> {
  const server = openAdmin('/organisations/o1/webhooks', (of) => {
    of.answers('deliveries', { deliveries: [DELIVERY] });
    prepare(of);
  });
  await heading('Deliveries');
  return server;
}

test('deliveries show their failures and can be filtered; an empty list says so', async () => {
  const server = await open();
  await screen.findByText('HTTP_503');
  server.answers('deliveries', { deliveries: [] });
  type('State', 'pending');
  await screen.findByText(/Nothing has been sent/);
  expect(server.asked('deliveries').map(({ query }) => query)).toEqual([{}, { state: 'pending' }]);
});

test('a delivery is sent again; a failure is reported, and the list stays', async () => {
  const server = await open((of) => of.fails('replayDelivery', 'page'));
  const name = 'Send again: results of session-1';
  await screen.findByRole('button', { name });
  press(name);
  await waitFor(() => expect(alerts()).toBe('The server returned an error.'));
  server.answers('replayDelivery', { success: true });
  press(name);
  await screen.findByText(/^Sending again/);
  await waitFor(() => expect(server.asked('deliveries')).toHaveLength(2));
  expect(screen.getByText('HTTP_503')).toBeTruthy();
});

test('a list that cannot be refreshed stays, with the reason', async () => {
  const server = await open();
  await screen.findByText('HTTP_503');
  server.fails('deliveries', 'silent');
  press('Refresh');
  await waitFor(() => expect(server.asked('deliveries')).toHaveLength(2));
  server.runOutOfTime();
  await waitFor(() => expect(alerts()).toMatch(/did not respond/));
  expect(screen.getByText('HTTP_503')).toBeTruthy();
});

test('the secret is hidden until it is requested', async () => {
  const server = await open((of) => of.fails('showWebhookSecrets', 'cut'));
  expect(screen.queryByLabelText('Secret')).toBeNull();
  press('Show the secret');
  await waitFor(() => expect(alerts()).toMatch(/cannot be reached/));
  server.answers('showWebhookSecrets', { secrets: [SECRET] });
  press('Show the secret');
  await waitFor(() => expect(field('Secret').value).toBe('whsec-new'));
  expect(screen.getByText('Shown.')).toBeTruthy();
  press('Hide');
  expect(screen.queryByLabelText('Secret')).toBeNull();
  expect(screen.queryByText('Shown.')).toBeNull();
});

test('a new secret is created after confirmation, and the old one is shown with its expiry', async () => {
  const server = await open((of) => of.answers('rotateWebhookSecret', SECRET));
  const earlier = { ...SECRET, id: 'w0', secret: 'whsec-old', endsAt: Date.UTC(2026, 2, 15) };
  server.answers('showWebhookSecrets', { secrets: [SECRET, earlier] });
  press('Rotate…');
  await screen.findByRole('alertdialog', { name: 'Rotate the webhook secret?' });
  pressInDialog('Rotate');
  await screen.findByLabelText(/^Old secret, used until/);
  expect(server.asked('rotateWebhookSecret')[0]?.body).toEqual({ overlapHours: 24 });
});
