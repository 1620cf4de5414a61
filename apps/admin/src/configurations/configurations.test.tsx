// SPDX-License-Identifier: Apache-2.0
import type { FieldErrors } from '@perfuse/contract/field-errors';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { CONFIGURATION, ORGANISATION, SESSION } from '../testing/fixtures.test-support.ts';
import {
  alerts,
  field,
  heading,
  openAdmin,
  press,
  pressInDialog,
  type,
} from '../testing/open-admin.test-support.tsx';

const PAGE = '/organisations/o1/configurations/front-desk';

test('the list of an organisation reports a failure, says when it is empty, and leads to a new configuration', async () => {
  const server = openAdmin('/organisations/o1', (of) => of.fails('configurations', 'cut'));
  await waitFor(() => expect(alerts()).toMatch(/cannot be reached/));
  server.answers('configurations', { configurations: [] });
  press('Try again');
  await screen.findByText(/No configurations yet/);
  server.answers('configurations', { configurations: [CONFIGURATION] });
  press('New configuration');
  await heading('New configuration');
});

describe('a new configuration', () => {
  test('shows its link, is created with its title, and opens', async () => {
    const server = openAdmin('/organisations/o1/new', (of) =>
      of.answers('createConfiguration', CONFIGURATION),
    );
    await heading('New configuration');
    type('ID', 'front-desk');
    expect(screen.getByText(/perfuse\.example\/org\/i\/front-desk/)).toBeTruthy();
    type('Page title', 'Front desk');
    press('Create');
    await heading('front-desk');
    expect(server.asked('createConfiguration')[0]).toMatchObject({
      params: { id: 'o1' },
      body: { id: 'front-desk', settings: { branding: { pageTitle: 'Front desk' } } },
    });
  });

  test('with a malformed or taken id is refused at the field, and what was typed stays', async () => {
    const server = openAdmin('/organisations/o1/new', (of) =>
      of.answers('createConfiguration', CONFIGURATION),
    );
    await heading('New configuration');
    type('ID', 'front desk');
    type('Page title', 'Front desk');
    press('Create');
    await waitFor(() => expect(alerts()).toBe('Not saved. Correct the marked fields.'));
    const fields = { id: [['UNIQUE', []]] } satisfies FieldErrors;
    server.refuses('createConfiguration', 'VALIDATION_ERROR', { fields });
    type('ID', 'front-desk');
    press('Create');
    await waitFor(() => screen.getByText('Already in use.'));
    expect(field('ID').getAttribute('aria-invalid')).toBe('true');
    expect(field('Page title').value).toBe('Front desk');
  });
});

describe('the page of a configuration', () => {
  test('saves settings and says so; settings that cannot be saved stay', async () => {
    const server = openAdmin(PAGE, (of) => of.fails('changeConfiguration', 'cut'));
    await heading('front-desk');
    await screen.findByRole('button', { name: 'Save settings' });
    type('Page title', 'Front desk');
    press('Save settings');
    await waitFor(() => expect(alerts()).toMatch(/cannot be reached/));
    expect(field('Page title').value).toBe('Front desk');
    const settings = { branding: { pageTitle: 'Front desk' } };
    server.answers('changeConfiguration', { ...CONFIGURATION, settings });
    press('Save settings');
    await screen.findByText('Saved. Applies whenever the link is opened from now on.');
    const { updatedAt } = CONFIGURATION;
    expect(server.asked('changeConfiguration').at(-1)?.body).toEqual({ updatedAt, settings });
    expect(alerts()).toBe('');
  });

  test('marks studies that are inactive', async () => {
    const studies = ORGANISATION.studies.map((study) => ({ ...study, active: study.id === 's1' }));
    openAdmin(PAGE, (of) => of.answers('organisation', { ...ORGANISATION, studies }));
    await screen.findByRole('option', { name: 'Sleep (inactive)' });
    expect(screen.getByRole('option', { name: 'Vital signs' })).toBeTruthy();
    expect(screen.queryByText(/^The link opens, but measurements cannot start/)).toBeNull();
  });

  test('says that its link cannot measure while its study is inactive; so does the list', async () => {
    const studies = ORGANISATION.studies.map((study) => ({ ...study, active: study.id !== 's1' }));
    openAdmin(PAGE, (of) => of.answers('organisation', { ...ORGANISATION, studies }));
    await screen.findByText(/^The link opens, but measurements cannot start/);
    fireEvent.click(screen.getByText('Acme Health', { selector: 'a' }));
    await screen.findByText('study inactive');
  });

  test('says that its organisation is suspended', async () => {
    openAdmin(PAGE, (of) => of.answers('organisation', { ...ORGANISATION, active: false }));
    await waitFor(() => expect(alerts()).toMatch(/^This organisation is suspended/));
  });

  test('keeps typed settings when the study is saved or refused', async () => {
    const server = openAdmin(PAGE);
    await screen.findByRole('button', { name: 'Save settings' });
    type('Page title', 'Front desk');
    const fields = { studyId: [['VALUES', []]] } satisfies FieldErrors;
    server.refuses('changeConfiguration', 'VALIDATION_ERROR', { fields });
    type('Study', 's2');
    type('Branch', 'b1');
    press('Save study and branch');
    await waitFor(() => expect(alerts()).toBe('Not saved. Correct the marked fields.'));
    expect(field('Study').getAttribute('aria-invalid')).toBe('true');
    server.answers('changeConfiguration', { ...CONFIGURATION, studyId: 's2', branchId: 'b1' });
    press('Save study and branch');
    await screen.findByText('Saved.');
    expect(server.asked('changeConfiguration').at(-1)?.body).toEqual({
      updatedAt: CONFIGURATION.updatedAt,
      studyId: 's2',
      branchId: 'b1',
    });
    expect(field('Page title').value).toBe('Front desk');
  });

  test('reports a concurrent change, loads the newer settings, and keeps what was typed on top of them', async () => {
    const server = openAdmin(PAGE, (of) => of.refuses('changeConfiguration', 'CONFLICT'));
    await screen.findByRole('button', { name: 'Save settings' });
    type('Page title', 'Front desk');
    type('Stylesheet', 'https://acme.example/style.css');
    type('Stylesheet', '');
    press('Save settings');
    await waitFor(() => expect(alerts()).toMatch(/^Not saved: someone else has changed this/));
    expect(field('Page title').value).toBe('Front desk');
    const customCSSURL = 'https://acme.example/theirs.css';
    const theirs = { branding: { pageTitle: 'Reception', customCSSURL } };
    const newer = { ...CONFIGURATION, settings: theirs, updatedAt: CONFIGURATION.updatedAt + 1 };
    server.answers('configurations', { configurations: [newer] });
    press('Load the newer settings');
    await screen.findByText(/^The newer settings are loaded/);
    expect(document.activeElement?.textContent).toBe('Save settings');
    expect(field('Stylesheet').value).toBe(customCSSURL);
    expect(field('Page title').value).toBe('Front desk');
    const settings = { branding: { pageTitle: 'Front desk', customCSSURL } };
    server.answers('changeConfiguration', { ...newer, settings });
    press('Save settings');
    await screen.findByText(/^Saved\./);
    expect(server.asked('changeConfiguration').at(-1)?.body).toEqual({
      updatedAt: newer.updatedAt,
      settings,
    });
    expect(screen.queryByRole('button', { name: 'Load the newer settings' })).toBeNull();
  });

  test('reports a concurrent change also when the study is saved', async () => {
    const server = openAdmin(PAGE, (of) => of.refuses('changeConfiguration', 'CONFLICT'));
    await screen.findByRole('button', { name: 'Save settings' });
    type('Study', 's2');
    press('Save study and branch');
    await waitFor(() => expect(alerts()).toMatch(/^Not saved: someone else has changed this/));
    const newer = { ...CONFIGURATION, branchId: 'b1', updatedAt: CONFIGURATION.updatedAt + 1 };
    server.answers('configurations', { configurations: [newer] });
    press('Load the newer settings');
    await waitFor(() => expect(field('Branch').value).toBe('b1'));
    expect(field('Study').value).toBe('s2');
  });

  test('keeps what was typed when the session ends before it is saved', async () => {
    const server = openAdmin(PAGE);
    await screen.findByRole('button', { name: 'Save settings' });
    type('Page title', 'Front desk');
    server.refuses('changeConfiguration', 'INVALID_TOKEN');
    press('Save settings');
    await heading('Sign in');
    type('Email', 'ada@perfuse.example');
    type('Password', 'a long password');
    press('Sign in');
    await heading('front-desk');
    expect(field('Page title').value).toBe('Front desk');
  });

  test('removes the configuration after confirmation, and leads back to the organisation', async () => {
    const server = openAdmin(PAGE);
    await screen.findByRole('button', { name: 'Save settings' });
    server.refuses('removeConfiguration', 'INTERNAL_ERROR');
    press('Remove configuration…');
    pressInDialog('Remove');
    await waitFor(() => expect(alerts()).toBe('Internal server error.'));
    server.answers('removeConfiguration', { success: true });
    pressInDialog('Remove');
    await heading('Acme Health');
    expect(server.asked('removeConfiguration').at(-1)?.params).toEqual({
      id: 'o1',
      configId: 'front-desk',
    });
  });

  test('says that there is no such configuration, without offering a retry', async () => {
    openAdmin('/organisations/o1/configurations/elsewhere');
    await screen.findByText('There is no such configuration.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('previews the app in a frame where its edition is served', async () => {
    openAdmin(PAGE, (of) => of.answers('session', { ...SESSION, hasEnterprise: true }));
    const frame = await screen.findByTitle('Preview of the app');
    expect(frame.getAttribute('src')).toBe('/org/i/front-desk');
  });
});
