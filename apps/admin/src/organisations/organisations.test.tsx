// SPDX-License-Identifier: Apache-2.0
import type { FieldErrors } from '@perfuse/contract/field-errors';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ORGANISATION, SESSION } from '../testing/fixtures.test-support.ts';
import { NO_ADDRESS } from './AddressFields.tsx';
import {
  alerts,
  field,
  heading,
  openAdmin,
  press,
  pressInDialog,
  type,
} from '../testing/open-admin.test-support.tsx';

describe('the list', () => {
  test('shows each organisation with its link and its identifier', async () => {
    openAdmin('/');
    const table = await screen.findByRole('table', { name: 'Organisations' });
    const [, row] = within(table).getAllByRole('row');
    expect(row?.textContent).toContain('acme-health');
    expect(within(table).getByRole('link', { name: 'Acme Health' }).getAttribute('href')).toBe(
      '/organisations/o1',
    );
  });

  test('says that it is loading, then that it is empty', async () => {
    const server = openAdmin('/', (of) => of.fails('organisations', 'silent'));
    await heading('Organisations');
    await screen.findByText('Loading…');
    await waitFor(() => expect(server.asked('organisations')).toHaveLength(1));
    server.runOutOfTime();
    await screen.findByRole('alert');
    server.answers('organisations', { organisations: [] });
    press('Try again');
    await screen.findByText('No organisations yet.');
    expect(screen.queryByText('Loading…')).toBeNull();
  });

  test.each(['silent', 'cut', 'broken off', 'page', 'nonsense'] as const)(
    'reports a response fault (%s), and the request can be retried',
    async (fault) => {
      const server = openAdmin('/', (of) => of.fails('organisations', fault));
      await heading('Organisations');
      await waitFor(() => expect(server.asked('organisations')).toHaveLength(1));
      server.runOutOfTime();
      await screen.findByRole('alert');
      server.answers('organisations', { organisations: [] });
      press('Try again');
      await screen.findByText('No organisations yet.');
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  test('offers no new organisation to an administrator of a single one', async () => {
    const administrator = { ...SESSION.administrator, organisationId: 'o1' };
    openAdmin('/', (of) => of.answers('session', { ...SESSION, administrator }));
    await heading('Organisations');
    expect(screen.queryByRole('button', { name: 'New organisation' })).toBeNull();
  });
});

describe('a suspended organisation', () => {
  const SUSPENDED = { ...ORGANISATION, active: false };
  const NOTICE =
    'This organisation is suspended: nobody can sign in to it, open its links or measure.';

  test('is suspended and reactivated after confirmation, and every page says so', async () => {
    const server = openAdmin('/organisations/o1/details');
    await heading('Acme Health');
    press('Suspend…');
    server.refuses('changeOrganisation', 'RESTRICTED');
    pressInDialog('Suspend');
    await waitFor(() => expect(alerts()).not.toBe(''));
    server.answers('changeOrganisation', SUSPENDED);
    pressInDialog('Suspend');
    await waitFor(() => expect(alerts()).toBe(NOTICE));
    server.answers('changeOrganisation', ORGANISATION);
    press('Lift the suspension…');
    pressInDialog('Lift the suspension');
    await waitFor(() => expect(alerts()).toBe(''));
    expect(
      server
        .asked('changeOrganisation')
        .slice(1)
        .map(({ body }) => body),
    ).toEqual([{ active: false }, { active: true }]);
  });

  test('is marked in the list', async () => {
    openAdmin('/', (of) => of.answers('organisations', { organisations: [SUSPENDED] }));
    await screen.findByText('suspended');
  });

  test('is not changed by an administrator of a single one', async () => {
    const administrator = { ...SESSION.administrator, organisationId: 'o1' };
    openAdmin('/organisations/o1/details', (of) => {
      of.answers('session', { ...SESSION, administrator });
      of.answers('organisation', SUSPENDED);
    });
    await waitFor(() => expect(alerts()).toBe(NOTICE));
    screen.getByRole('button', { name: 'Save details' });
    expect(screen.queryByRole('button', { name: 'Lift the suspension…' })).toBeNull();
  });
});

describe('a new organisation', () => {
  test('derives its identifier from the name until one is typed', async () => {
    const server = openAdmin('/');
    await heading('Organisations');
    press('New organisation');
    await heading('New organisation');
    type('Name', 'Klinik Zürich & Söhne');
    expect(field('Identifier').value).toBe('klinik-zurich-sohne');
    type('Name', 'a'.repeat(64));
    expect(field('Identifier').value).toBe('a'.repeat(63)); // the maximum length
    type('Identifier', 'zurich');
    type('Name', 'Acme Health');
    expect(field('Identifier').value).toBe('zurich');
    server.answers('createOrganisation', ORGANISATION);
    press('Create');
    await heading('Acme Health');
    expect(server.asked('createOrganisation')[0]?.body).toEqual({
      name: 'Acme Health',
      identifier: 'zurich',
      study: 'Vital signs',
    });
  });

  test('shows the broken rule at each refused field, and keeps what was typed', async () => {
    const server = openAdmin('/new-organisation', (of) =>
      of.answers('createOrganisation', ORGANISATION),
    );
    await heading('New organisation');
    type('First study', 'Sleep');
    press('Create');
    await waitFor(() => expect(field('Name').getAttribute('aria-invalid')).toBe('true'));
    expect(alerts()).toBe('Not saved. Correct the marked fields.');
    screen.getByText('Must not be empty.');
    type('First study', 's'.repeat(401));
    press('Create');
    await screen.findByText('Too large or too long: at most 200.');
    type('First study', 'Sleep');
    expect(document.activeElement).toBe(field('Name'));
    expect(field('First study').value).toBe('Sleep');
    const fields = { identifier: [['UNIQUE', []]] } satisfies FieldErrors;
    server.refuses('createOrganisation', 'VALIDATION_ERROR', { status: 409, fields });
    type('Name', 'Acme Health');
    press('Create');
    await waitFor(() => expect(alerts()).toBe('Not saved. Correct the marked fields.'));
    expect(field('Name').getAttribute('aria-invalid')).toBeNull();
    expect(document.activeElement).toBe(field('Identifier'));
    expect(field('Identifier').value).toBe('acme-health');
  });

  test.each(['silent', 'cut', 'page', 'nonsense'] as const)(
    'reports a response fault (%s), keeps what was typed, and can be submitted again',
    async (fault) => {
      const server = openAdmin('/new-organisation', (of) => of.fails('createOrganisation', fault));
      await heading('New organisation');
      type('Name', 'Acme Health');
      press('Create');
      await screen.findByRole('button', { name: 'Saving…' });
      await waitFor(() => expect(server.asked('createOrganisation')).toHaveLength(1));
      server.runOutOfTime();
      await waitFor(() => expect(alerts()).not.toBe(''));
      expect(field('Name').value).toBe('Acme Health');
      server.answers('createOrganisation', ORGANISATION);
      press('Create');
      await heading('Acme Health');
    },
  );

  test('is created once, however often the button is pressed', async () => {
    const server = openAdmin('/new-organisation', (of) => of.fails('createOrganisation', 'silent'));
    await heading('New organisation');
    type('Name', 'Acme Health');
    press('Create');
    press('Saving…');
    await waitFor(() => expect(server.asked('createOrganisation')).toHaveLength(1));
  });
});

describe('the details', () => {
  const { updatedAt } = ORGANISATION;

  test('are saved without empty addresses, and the page shows the new name', async () => {
    const server = openAdmin('/organisations/o1/details');
    await heading('Acme Health');
    server.answers('changeOrganisation', { ...ORGANISATION, name: 'Acme Care' });
    type('Name', 'Acme Care');
    press('Save details');
    await heading('Acme Care');
    expect(screen.getByText('Saved.')).toBeTruthy();
    expect(server.asked('changeOrganisation')[0]?.body).toEqual({ name: 'Acme Care', updatedAt });
  });

  test('unchanged fields are not sent: somebody else may have changed them meanwhile', async () => {
    const server = openAdmin('/organisations/o1/details');
    await heading('Acme Health');
    type('Name', 'Acme');
    type('Name', 'Acme Health');
    type('City', 'Bern');
    server.answers('changeOrganisation', { ...ORGANISATION, name: 'Acme Care' });
    press('Save details');
    await heading('Acme Care');
    expect(field('Name').value).toBe('Acme Care');
    type('Contact', 'Dr. Ada');
    server.answers('createStudy', { id: 's3' });
    server.answers('organisation', { ...ORGANISATION, name: 'Acme Clinic' });
    type('New study', 'Stress');
    fieldForm('New study').click();
    await heading('Acme Clinic');
    press('Save details');
    await waitFor(() => expect(server.asked('changeOrganisation')).toHaveLength(2));
    expect(server.asked('changeOrganisation').map(({ body }) => body)).toEqual([
      { addresses: [{ ...NO_ADDRESS, City: 'Bern' }], updatedAt },
      { contact: 'Dr. Ada', updatedAt },
    ]);
  });

  test('report what somebody else saved meanwhile, and load it under what was typed', async () => {
    const server = openAdmin('/organisations/o1/details');
    await heading('Acme Health');
    type('Contact', 'Dr. Ada');
    const newer = {
      ...ORGANISATION,
      contact: 'Dr. Bo',
      name: 'Acme Care',
      updatedAt: updatedAt + 1,
    };
    // Reloaded for the new study: the typed text was still a change of the older version.
    server.answers('createStudy', { id: 's3' });
    server.answers('organisation', newer);
    type('New study', 'Stress');
    fieldForm('New study').click();
    await heading('Acme Care');
    server.refuses('changeOrganisation', 'CONFLICT');
    press('Save details');
    await waitFor(() => expect(alerts()).toMatch(/^Not saved: someone else has changed this/));
    press('Load the newer settings');
    await screen.findByText(/^The newer settings are loaded/);
    expect(field('Contact').value).toBe('Dr. Ada');
    server.answers('changeOrganisation', { ...newer, contact: 'Dr. Ada' });
    press('Save details');
    await screen.findByText('Saved.');
    expect(server.asked('changeOrganisation').map(({ body }) => body)).toEqual([
      { contact: 'Dr. Ada', updatedAt },
      { contact: 'Dr. Ada', updatedAt: newer.updatedAt },
    ]);
  });

  test('a refused field is named, and the draft stays', async () => {
    const server = openAdmin('/organisations/o1/details', (of) =>
      of.answers('changeOrganisation', ORGANISATION),
    );
    await heading('Acme Health');
    type('Email', 'nobody');
    type('Contact', 'Dr. Ada');
    press('Save details');
    await waitFor(() => expect(alerts()).toBe('Not saved. Correct the marked fields.'));
    screen.getByText('The format is not valid.');
    expect(document.activeElement).toBe(field('Email'));
    expect(field('Email').value).toBe('nobody');
    expect(field('Contact').value).toBe('Dr. Ada');
    expect(server.asked('changeOrganisation')).toHaveLength(1);
  });

  test('how people sign in, and whether they may create accounts, are saved', async () => {
    const server = openAdmin('/organisations/o1/details', (of) =>
      of.answers('changeOrganisation', ORGANISATION),
    );
    await heading('Acme Health');
    type('People sign in with', 'phone');
    fireEvent.click(screen.getByLabelText('People may create accounts themselves'));
    press('Save details');
    await screen.findByText('Saved.');
    expect(server.asked('changeOrganisation')[0]?.body).toEqual({
      loginType: 'phone',
      allowSignup: false,
      updatedAt,
    });
  });

  test('of several addresses the chosen one is removed, and a new one is appended', async () => {
    const inCity = (City: string) => ({ ...NO_ADDRESS, City });
    const addresses = ['Bern', 'Basel', 'Zug'].map(inCity);
    const server = openAdmin('/organisations/o1/details', (of) => {
      of.answers('organisation', { ...ORGANISATION, addresses });
      of.answers('changeOrganisation', ORGANISATION);
    });
    await heading('Acme Health');
    press('Remove address 2');
    expect(document.activeElement?.textContent).toBe('Add another address');
    press('Add another address');
    const third = within(screen.getByRole('group', { name: 'Address 3' }));
    fireEvent.change(third.getByLabelText('City'), { target: { value: 'Chur' } });
    press('Save details');
    await screen.findByText('Saved.');
    expect(server.asked('changeOrganisation')[0]?.body).toEqual({
      addresses: ['Bern', 'Zug', 'Chur'].map(inCity),
      updatedAt,
    });
  });

  test('a refused logo is reported at its field; a file that is no image or too large is not accepted', async () => {
    const fields = { logo: [['VALID_PROPERTIES', ['must be an address']]] } satisfies FieldErrors;
    const server = openAdmin('/organisations/o1/details', (of) =>
      of.refuses('changeOrganisation', 'VALIDATION_ERROR', { fields }),
    );
    await heading('Acme Health');
    type('Logo: address', 'logo.png');
    press('Save details');
    await waitFor(() => expect(field('Logo: address').getAttribute('aria-invalid')).toBe('true'));
    expect(alerts()).toBe('Not saved. Correct the marked fields.');
    screen.getByText('Must be an address.');
    const choose = (file: File) =>
      fireEvent.change(field('Logo: file'), { target: { files: [file] } });
    choose(new File(['words'], 'logo.txt', { type: 'text/plain' }));
    await screen.findByText('Choose a PNG or JPEG of at most 200 kB.');
    expect(field('Logo: address').value).toBe('logo.png');
    choose(new File(['picture'], 'logo.png', { type: 'image/png' }));
    await screen.findByAltText('Logo, as chosen');
    press('Remove logo');
    expect(document.activeElement).toBe(field('Logo: file'));
    choose(new File([new Uint8Array(220_001)], 'logo.png', { type: 'image/png' }));
    await screen.findByText('Choose a PNG or JPEG of at most 200 kB.');
    expect(field('Logo: address').value).toBe('');
    expect(server.asked('changeOrganisation')).toHaveLength(1);
  });

  test.each([
    ['New study', 'createStudy'],
    ['New branch', 'createBranch'],
  ] as const)('%s: %s is called with its name', async (label, route) => {
    const server = openAdmin('/organisations/o1/details', (of) => of.answers(route, { id: 'n1' }));
    await heading('Acme Health');
    type(label, 'South');
    fieldForm(label).click();
    await screen.findByText('Added.');
    expect(server.asked(route)[0]?.body).toEqual({ name: 'South' });
  });

  test('a study is added, and other typed text stays when the organisation cannot be reloaded', async () => {
    const server = openAdmin('/organisations/o1/details');
    await heading('Acme Health');
    type('Contact', 'Dr. Ada');
    server.answers('createStudy', { id: 's3' });
    server.fails('organisation', 'cut');
    type('New study', 'Stress');
    fieldForm('New study').click();
    await screen.findByText('Added.');
    await waitFor(() => expect(alerts()).toMatch(/cannot be reached/));
    expect(field('Contact').value).toBe('Dr. Ada');
    const studies = [...ORGANISATION.studies, { id: 's3', name: 'Stress', active: false }];
    server.answers('organisation', { ...ORGANISATION, studies });
    press('Try again');
    await screen.findByText('Stress (inactive)');
    expect(alerts()).toBe('');
    expect(field('Contact').value).toBe('Dr. Ada');
  });
});

/** The button of the form that contains a field. */
function fieldForm(label: string): HTMLButtonElement {
  const button = field(label).form?.querySelector<HTMLButtonElement>('button[type=submit]');
  if (button === null || button === undefined) throw new Error('The form has no button.');
  return button;
}

test('an organisation without access is reported as not found, without offering a retry', async () => {
  openAdmin('/organisations/o2', (of) => of.refuses('organisation', 'NOT_FOUND'));
  await screen.findByText('Not found.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test.each([
  ['', 'Configurations'],
  ['/keys', 'Keys'],
  ['/audit', 'Audit log'],
])(
  'the part of an organisation at “%s” is named in the title of the window',
  async (path, part) => {
    openAdmin(`/organisations/o1${path}`);
    await waitFor(() =>
      expect(document.title).toBe(`${part} · Acme Health · Perfuse administration`),
    );
  },
);
