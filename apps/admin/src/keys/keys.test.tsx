// SPDX-License-Identifier: Apache-2.0
import type { FieldErrors } from '@perfuse/contract/field-errors';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { KEY } from '../testing/fixtures.test-support.ts';
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

const PEM = '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----';
const LICENCE = {
  id: 'l1',
  name: 'portal server',
  kind: 'organisation',
  active: true,
  createdAt: 0,
};
const MADE = { id: 'k2', publicKey: KEY.publicKey, privateKey: PEM };

async function open(prepare: (server: FakeServer) => void = () => undefined): Promise<FakeServer> {
  const server = openAdmin('/organisations/o1/keys', prepare);
  await heading('Launch keys');
  return server;
}
const part = (name: string) => {
  const region = screen.getByRole('heading', { name }).closest('section');
  if (region === null) throw new Error(`${name} has no part of the page.`);
  return within(region);
};

test('each list says when it is empty', async () => {
  await open((of) => of.answers('keys', { keys: [], licences: [] }));
  expect(screen.getAllByText('No keys yet.')).toHaveLength(2);
  expect(screen.getAllByText('No licences yet.')).toHaveLength(1);
});

describe('a new key pair', () => {
  test('shows its private key until the administrator confirms saving it, and no longer', async () => {
    const server = await open((of) => of.answers('createKey', MADE));
    fireEvent.click(part('Launch keys').getByRole('button', { name: 'Create a key pair' }));
    type('Name', 'second');
    pressInDialog('Create the key pair');
    await screen.findByRole('dialog', { name: 'Key k2' });
    expect(field('Private key (PKCS #8)').value).toBe(PEM);
    expect(server.asked('createKey')[0]?.body).toEqual({
      purpose: 'launch',
      name: 'second',
      curve: 'P-256',
    });
    pressInDialog('I have saved it');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.body.textContent).not.toContain('PRIVATE KEY');
  });

  test('is also created with Enter in its name', async () => {
    await open((of) => of.answers('createKey', MADE));
    fireEvent.click(part('Launch keys').getByRole('button', { name: 'Create a key pair' }));
    fireEvent.submit(field('Name'));
    await screen.findByRole('dialog', { name: 'Key k2' });
  });

  test.each(['cut', 'nonsense'] as const)(
    'keeps showing its private key when the list behind it fails (%s)',
    async (fault) => {
      const server = await open((of) => of.answers('createKey', MADE));
      fireEvent.click(part('Launch keys').getByRole('button', { name: 'Create a key pair' }));
      server.fails('keys', fault);
      pressInDialog('Create the key pair');
      await screen.findByRole('dialog', { name: 'Key k2' });
      await waitFor(() => expect(server.asked('keys')).toHaveLength(2));
      await waitFor(() => expect(document.body.textContent).toContain('Try again'));
      expect(field('Private key (PKCS #8)').value).toBe(PEM);
    },
  );

  test('shows its private key again after a new sign-in when the session ends meanwhile', async () => {
    const server = await open((of) => of.answers('createKey', MADE));
    fireEvent.click(part('Launch keys').getByRole('button', { name: 'Create a key pair' }));
    server.refuses('keys', 'INVALID_TOKEN');
    pressInDialog('Create the key pair');
    await heading('Sign in');
    expect(screen.queryByRole('dialog')).toBeNull();
    server.answers('keys', { keys: [KEY], licences: [] });
    type('Email', 'ada@perfuse.example');
    type('Password', 'a long password');
    press('Sign in');
    await screen.findByRole('dialog', { name: 'Key k2' });
    expect(field('Private key (PKCS #8)').value).toBe(PEM);
  });

  test.each(['Create a key pair', 'Rotate key k1'])(
    '%s: cannot be dismissed while it is created; a pair whose response was lost is listed',
    async (button) => {
      const server = await open((of) => of.fails('createKey', 'silent'));
      fireEvent.click(part('Launch keys').getByRole('button', { name: button }));
      pressInDialog('Create the key pair');
      await waitFor(() => expect(server.asked('createKey')).toHaveLength(1));
      pressInDialog('Cancel');
      const dialog = screen.getByRole('dialog');
      fireEvent.keyDown(dialog, { key: 'Escape' });
      fireEvent.pointerDown(dialog);
      fireEvent.click(dialog);
      expect(screen.getByRole('dialog')).toBe(dialog);
      server.answers('keys', { keys: [KEY, { ...KEY, id: 'k2' }], licences: [] });
      server.runOutOfTime();
      await waitFor(() => expect(alerts()).toMatch(/may still have been made/));
      pressInDialog('Cancel');
      await screen.findByRole('button', { name: 'Revoke key k2' });
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  test('keeps what was typed when the session ends before it is created', async () => {
    const server = await open((of) => of.fails('createKey', 'cut'));
    fireEvent.click(part('Launch keys').getByRole('button', { name: 'Create a key pair' }));
    type('Name', 'second');
    server.refuses('keys', 'INVALID_TOKEN');
    const dialog = screen.getByRole('dialog');
    const closed = new Promise((resolve) => {
      dialog.addEventListener('close', resolve);
    });
    pressInDialog('Create the key pair');
    await heading('Sign in');
    await closed;
    server.answers('keys', { keys: [KEY], licences: [] });
    type('Email', 'ada@perfuse.example');
    type('Password', 'a long password');
    press('Sign in');
    await screen.findByRole('dialog', { name: 'Create a key pair' });
    expect(field('Name').value).toBe('second');
  });

  test('that is refused names the field, and keeps what was typed', async () => {
    const server = await open((of) => of.answers('createKey', MADE));
    fireEvent.click(part('Launch keys').getByRole('button', { name: 'Rotate key k1' }));
    expect(field('Name').value).toBe('portal');
    type('Name', 'x'.repeat(101));
    pressInDialog('Create the key pair');
    await waitFor(() => expect(alerts()).toContain('Not saved. Correct the marked fields.'));
    expect(field('Name').value).toHaveLength(101);
    server.fails('createKey', 'cut');
    type('Name', 'portal');
    pressInDialog('Create the key pair');
    await waitFor(() => expect(alerts()).toMatch(/cannot be reached/));
    expect(field('Name').value).toBe('portal');
  });
});

describe('a public key of the organisation', () => {
  test.each([
    [{ key: [['UNKNOWN_PROPERTIES', ['d']]] }, 'Unknown: d.'],
    [{ x: [['TYPE', ['string']]] }, 'Must be of type string.'],
  ] satisfies [FieldErrors, string][])('that is refused is marked: %o', async (fields, words) => {
    const server = await open((of) => of.refuses('addKey', 'VALIDATION_ERROR', { fields }));
    fireEvent.click(part('Results keys').getByRole('button', { name: 'Store a public key' }));
    type('Public JSON web key', 'no json');
    pressInDialog('Store');
    await waitFor(() => expect(alerts()).toBe('key: It is not a JSON web key.'));
    expect(field('Public JSON web key').getAttribute('aria-invalid')).toBe('true');
    expect(server.asked('addKey')).toEqual([]);
    type('Public JSON web key', '{"kty":"EC","d":"…"}');
    pressInDialog('Store');
    await waitFor(() => expect(alerts()).toContain(words));
    expect(field('Public JSON web key').getAttribute('aria-invalid')).toBe('true');
    expect(field('Public JSON web key').value).toBe('{"kty":"EC","d":"…"}');
    server.answers('addKey', { id: 'k3' });
    pressInDialog('Store');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked('addKey').at(-1)?.body).toMatchObject({ purpose: 'results' });
  });
});

describe('revoking a key', () => {
  test('asks for confirmation first, and can be cancelled', async () => {
    const server = await open();
    press('Revoke key k1');
    await screen.findByRole('alertdialog', { name: 'Revoke the key?' });
    pressInDialog('Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.asked('revokeKey')).toEqual([]);
  });

  test('keeps its dialog open until the request has ended', async () => {
    const server = await open((of) => of.fails('revokeKey', 'silent'));
    press('Revoke key k1');
    pressInDialog('Revoke');
    await waitFor(() => expect(server.asked('revokeKey')).toHaveLength(1));
    pressInDialog('Cancel');
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    server.runOutOfTime();
    await waitFor(() => expect(alerts()).toMatch(/did not respond/));
    pressInDialog('Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  test('that fails says why, and a new attempt clears the message', async () => {
    const server = await open((of) => of.fails('revokeKey', 'cut'));
    press('Revoke key k1');
    pressInDialog('Revoke');
    await waitFor(() => expect(alerts()).toMatch(/cannot be reached/));
    pressInDialog('Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    press('Revoke key k1');
    expect(alerts()).toBe('');
    server.answers('revokeKey', { success: true });
    server.answers('keys', { keys: [{ ...KEY, active: false }], licences: [] });
    pressInDialog('Revoke');
    await screen.findByText('revoked');
    expect(server.asked('revokeKey').at(-1)?.params).toEqual({ id: 'o1', keyId: 'k1' });
    expect(screen.queryByRole('button', { name: 'Revoke key k1' })).toBeNull();
  });
});

describe('licences', () => {
  test('one without a name is refused at its field; a created one shows its key', async () => {
    const server = await open((of) => of.answers('createLicence', { id: 'l1', key: 'secret-key' }));
    press('Create a licence');
    await waitFor(() => expect(alerts()).toContain('Not saved. Correct the marked fields.'));
    server.answers('keys', { keys: [], licences: [LICENCE] });
    type('Name of a new licence', 'portal server');
    press('Create a licence');
    await screen.findByRole('dialog', { name: 'New licence' });
    expect(field('Licence key').value).toBe('secret-key');
    pressInDialog('I have saved it');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(field('Name of a new licence').value).toBe('');
    await screen.findByText('portal server');
  });

  test('one whose creation response was lost is listed', async () => {
    const server = await open((of) => of.fails('createLicence', 'cut'));
    server.answers('keys', { keys: [], licences: [LICENCE] });
    type('Name of a new licence', 'portal server');
    press('Create a licence');
    await screen.findByRole('button', { name: 'Revoke licence portal server' });
    expect(field('Name of a new licence').value).toBe('portal server');
  });

  test('one is revoked after confirmation; only those of the organisation can be', async () => {
    const device = { ...LICENCE, id: 'l2', name: 'app', kind: 'app' };
    const server = await open((of) =>
      of.answers('keys', { keys: [], licences: [LICENCE, device] }),
    );
    expect(screen.queryByRole('button', { name: 'Revoke licence app' })).toBeNull();
    press('Revoke licence portal server');
    server.answers('revokeLicence', { success: true });
    pressInDialog('Revoke');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.asked('revokeLicence')[0]?.params).toEqual({ id: 'o1', licenceId: 'l1' });
  });
});
