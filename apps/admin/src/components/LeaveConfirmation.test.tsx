// SPDX-License-Identifier: Apache-2.0
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { CONFIGURATION, ORGANISATION } from '../testing/fixtures.test-support.ts';
import {
  field,
  heading,
  openAdmin,
  press,
  pressInDialog,
  type,
} from '../testing/open-admin.test-support.tsx';

const CONFIGURATION_PAGE = '/organisations/o1/configurations/front-desk';
const QUESTION = 'Leave without saving?';
const DETAILS = '/organisations/o1/details';

const follow = (link: string): void => {
  fireEvent.click(screen.getByText(link, { selector: 'a' }));
};
const asked = () => screen.findByText(QUESTION);
const isAsking = (): boolean => screen.queryByText(QUESTION) !== null;
/** Whether the browser would ask before it reloads or closes the page. */
const isReloadHeld = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe.each([
  ['settings', CONFIGURATION_PAGE, 'Page title', 'Front desk', 'Acme Health'],
  ['the study of a configuration', CONFIGURATION_PAGE, 'Study', 's2', 'Acme Health'],
  ['details', DETAILS, 'Contact', 'Dr. Ada', 'Keys'],
  ['a new study', DETAILS, 'New study', 'Stress', 'Keys'],
  ['a new licence', '/organisations/o1/keys', 'Name of a new licence', 'portal', 'Details'],
  ['a new organisation', '/new-organisation', 'First study', 'Sleep', 'Audit log'],
  ['a new configuration', '/organisations/o1/new', 'ID', 'front', 'Audit log'],
])('unsaved changes to %s', (_, address, label, text, link) => {
  test('are kept until the administrator confirms leaving', async () => {
    openAdmin(address);
    await screen.findByText(label, { selector: 'label' });
    expect(isReloadHeld()).toBe(false);
    type(label, text);
    expect(isReloadHeld()).toBe(true);
    follow(link);
    await asked();
    pressInDialog('Stay');
    await waitFor(() => expect(isAsking()).toBe(false));
    expect(field(label).value).toBe(text);
    follow('Account');
    await asked();
    pressInDialog('Leave');
    await heading('Account');
    expect(isReloadHeld()).toBe(false);
  });

  test('need no confirmation once they are undone', async () => {
    openAdmin(address);
    await screen.findByText(label, { selector: 'label' });
    const { value } = field(label);
    type(label, text);
    type(label, value);
    expect(isReloadHeld()).toBe(false);
    follow('Account');
    await heading('Account');
  });
});

test('a sign-out asks for confirmation before unsaved text is lost', async () => {
  const server = openAdmin(DETAILS);
  await screen.findByText('Contact', { selector: 'label' });
  type('Contact', 'Dr. Ada');
  press('Sign out');
  await asked();
  pressInDialog('Stay');
  await waitFor(() => expect(isAsking()).toBe(false));
  expect(field('Contact').value).toBe('Dr. Ada');
  expect(server.asked('signOut')).toEqual([]);
  press('Sign out');
  await asked();
  pressInDialog('Leave');
  await heading('Sign in');
  expect(server.asked('signOut')).toHaveLength(1);
  expect(isReloadHeld()).toBe(false);
});

test('leaving a pasted key asks for confirmation', async () => {
  const server = openAdmin(DETAILS);
  await heading('Acme Health');
  follow('Keys');
  const [store] = await screen.findAllByRole('button', { name: 'Store a public key' });
  fireEvent.click(store ?? document.body);
  type('Public JSON web key', '{}');
  await server.back();
  await asked();
  pressInDialog('Leave');
  await screen.findByRole('button', { name: 'Save details' });
});

test.each([
  ['organisation', '/new-organisation', 'Name', 'Acme Health'],
  ['configuration', '/organisations/o1/new', 'ID', 'front-desk'],
])(
  'text typed for a new %s needs no confirmation once it is created',
  async (_, at, label, name) => {
    const server = openAdmin(at);
    server.answers('createOrganisation', ORGANISATION);
    server.answers('createConfiguration', CONFIGURATION);
    await screen.findByText(label, { selector: 'label' });
    type(label, name);
    press('Create');
    await heading(name);
    expect(isAsking()).toBe(false);
    expect(isReloadHeld()).toBe(false);
  },
);

test('saved details need no confirmation, even where the server normalises them', async () => {
  const server = openAdmin(DETAILS);
  await heading('Acme Health');
  type('Email', 'Info@Acme.example');
  server.answers('changeOrganisation', { ...ORGANISATION, email: 'info@acme.example' });
  press('Save details');
  await screen.findByText('Saved.');
  await waitFor(() => expect(isReloadHeld()).toBe(false));
});

test('saved settings need no confirmation; text typed during the save does', async () => {
  const server = openAdmin(CONFIGURATION_PAGE);
  await screen.findByRole('button', { name: 'Save settings' });
  type('Page title', 'Front desk');
  const settings = { branding: { pageTitle: 'Front desk' } };
  server.answers('changeConfiguration', { ...CONFIGURATION, settings });
  press('Save settings');
  type('Stylesheet', 'https://acme.example/style.css');
  await screen.findByText(/^Saved\./);
  expect(isReloadHeld()).toBe(true);
  type('Stylesheet', '');
  expect(isReloadHeld()).toBe(false);
});

test('unsaved settings of a removed configuration need no confirmation', async () => {
  const server = openAdmin(CONFIGURATION_PAGE);
  await screen.findByRole('button', { name: 'Save settings' });
  type('Page title', 'Front desk');
  server.answers('removeConfiguration', { success: true });
  press('Remove configuration…');
  pressInDialog('Remove');
  await heading('Acme Health');
  expect(isAsking()).toBe(false);
});

test('a key that is shown only once is not lost by Back or a reload', async () => {
  const server = openAdmin(DETAILS, (of) =>
    of.answers('createLicence', { id: 'l1', key: 'secret' }),
  );
  await heading('Acme Health');
  follow('Keys');
  await screen.findByText('Name of a new licence', { selector: 'label' });
  type('Name of a new licence', 'portal');
  press('Create a licence');
  await screen.findByRole('dialog', { name: 'New licence' });
  await waitFor(() => expect(isReloadHeld()).toBe(true));
  await server.back();
  await asked();
  pressInDialog('Stay');
  await waitFor(() => expect(isAsking()).toBe(false));
  expect(field('Licence key').value).toBe('secret');
  pressInDialog('I have saved it');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(isReloadHeld()).toBe(false));
  await server.back();
  await screen.findByRole('button', { name: 'Save details' });
});
