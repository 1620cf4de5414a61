// SPDX-License-Identifier: Apache-2.0
/**
 * Tests the table of docs/security.md: every call that changes something is refused to a caller who lacks what it
 * requires.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { ADMIN_HEADER } from '@perfuse/contract/admin/session';
import { EVERY_ANALYSIS_ROUTE } from '@perfuse/contract/analysis/every-route';
import { EVERY_BACKEND_ROUTE } from '@perfuse/contract/backend/every-route';
import { EVENT_ROUTES } from '@perfuse/contract/events/routes';
import { HANDOFF_ROUTES } from '@perfuse/contract/handoff/routes';
import { LAUNCH_HEADER } from '@perfuse/contract/launch/link';
import { LAUNCH_ROUTES } from '@perfuse/contract/launch/routes';
import type { Authentication, Route } from '@perfuse/contract/route';
import { z } from '@perfuse/contract/schema';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { call, cookieOf, guest, type Answer } from '@perfuse/testing/client';
import { refusal } from '@perfuse/testing/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newOrganisation,
  userSignIn,
  type StaffMember,
  type TestOrganisation,
} from '../testing/organisation.ts';
import {
  codeIn,
  messageTo,
  newEmail,
  pairOf,
  PASSWORD,
  person,
  signIn,
} from '../testing/people.ts';
import { secondStep, stepOf, twoStepPerson, type TwoStepPerson } from '../testing/second-factor.ts';
import { NO_LIMITS, startServer, type TestServer } from '../testing/server.ts';

/** Calls with an unsafe HTTP method that change nothing. */
const READING = [
  'POST /api/passwordPolicy',
  'POST /api/encryption',
  'POST /analysis/studies/sdkconfig',
  'POST /analysis/studies/sdkconfig/hash',
  'POST /analysis/reports/count',
];
/** Calls with a safe HTTP method that change something. */
const CHANGING = [
  'GET /api/auths/check',
  'GET /api/config/:configId',
  'GET /api/profile/:configId/:profileData/:sessionId',
  'GET /analysis/users/auth/code/:orgKey/:phone',
];
const AREAS = {
  '/api': { ...EVERY_BACKEND_ROUTE, ...LAUNCH_ROUTES, ...EVENT_ROUTES, ...HANDOFF_ROUTES },
  '/analysis': EVERY_ANALYSIS_ROUTE,
  '/admin/api': ADMIN_ROUTES,
} as const;
const TOKENS: Readonly<Record<Authentication, string>> = {
  public: '—',
  'public-or-device-or-user': '—',
  device: 'device',
  user: 'person',
  'device-or-user': 'device, person',
  'user-or-organisation': 'person, staff',
  'device-or-user-or-organisation': 'device, person, staff',
  administrator: 'administrator',
};

const changing = Object.entries(AREAS).flatMap(([prefix, rows]) =>
  Object.values<Route>(rows)
    .map((row) => ({ name: `${row.method} ${prefix}${row.path}`, row }))
    .filter(({ name, row }) =>
      row.method === 'GET' ? CHANGING.includes(name) : !READING.includes(name),
    ),
);

interface Demands {
  readonly name: string;
  readonly token: string;
  readonly password: string;
  readonly signIn: string;
  readonly factor: string;
  readonly besides: string;
}

const table = async (): Promise<readonly Demands[]> => {
  const text = await readFile(path.join(CHECKOUT, 'docs/security.md'), 'utf8');
  const [, section = ''] = text.split('## What each call demands');
  return [...(section.split('\n## ')[0]?.matchAll(/^\| `([A-Z]+ \/\S+)` *\|(.*)\|$/gm) ?? [])].map(
    ([, name = '', rest = '']) => {
      const [token = '', password = '', signedIn = '', factor = '', besides = ''] = rest
        .split('|')
        .map((cell) => cell.trim());
      return { name, token, password, signIn: signedIn, factor, besides };
    },
  );
};
const DEMANDS = await table();
const those = (isMeant: (row: Demands) => boolean): readonly (readonly [string, Demands])[] =>
  DEMANDS.filter(isMeant).map((row) => [row.name, row]);

const WRONG = 'Wrong-horse1';
/** Bodies that fit the schema of a call, but not the person concerned. */
const BODIES: Readonly<Record<string, unknown>> = {
  'POST /api/account/password': { password: WRONG, newPassword: 'Another-horse8' },
  'POST /api/account/second-factor/recovery-codes': { password: WRONG, code: '000000' },
  'POST /api/account/second-factor/end': { password: WRONG, code: '000000' },
  'POST /api/account/second-factor/confirm': { code: '000000' },
  'POST /api/signin': { email: 'nobody@example.org', password: WRONG, accessCode: 'DEMO' },
  'POST /api/signin/phone': { LoginCode: '000000', PhoneNumber: '+12025550100' },
  'POST /api/signin/second-step': { Token: 'a'.repeat(43), Code: '000000' },
  'POST /api/users/confirm': { token: 'a'.repeat(43), password: WRONG },
  'POST /api/resetPass/complete': { token: 'a'.repeat(43), password: 'Another-horse8' },
  'POST /api/auths/renew': { Token: 'a.b.c', RefreshToken: 'r' },
  'POST /api/auths/generateToken': { Token: 'a.b.c', RefreshToken: 'r' },
  'POST /api/webhook/:id': {
    timestamp: '2026-01-01T00:00:00.000Z',
    sessionId: 's',
    sequence: 0,
    event: 'CAMERA_STARTED',
    severity: 'INFO',
    payload: {},
  },
  'POST /api/results/:configId': { sessionId: 's', results: 'e30=', resultsAreEncrypted: false },
  'POST /api/launch/:configId': { profileData: 'e30', sessionId: '-' },
  'POST /api/handoff/redeem': { token: 'a'.repeat(43), edition: 'consumer' },
  'POST /analysis/auths/renew': { Token: 'a.b.c', RefreshToken: 'r' },
  'POST /analysis/auths/generateToken': { Token: 'a.b.c', RefreshToken: 'r' },
  'POST /analysis/organizations/licenses': {
    Key: 'prf-made-up',
    DeviceTypeID: 'LINUX',
    Name: 'n',
    Identifier: 'i',
    Version: '1',
  },
  'POST /analysis/organizations/licenses/release': { Token: 'a.b.c' },
  'POST /analysis/consents/withdrawal': { Token: 'a.b.c' },
  'POST /analysis/users/auth': { Email: 'nobody@example.org', Password: WRONG },
  'POST /analysis/organizations/auth': { Email: 'nobody@example.org', Password: WRONG },
  'POST /analysis/users/auth/code': { LoginCode: '000000', PhoneNumber: '+12025550100' },
  'POST /analysis/users/changepassword': {
    Email: 'nobody@example.org',
    Password: WRONG,
    NewPassword: 'Another-horse8',
  },
  'PATCH /analysis/users/reset': { ResetToken: 'a'.repeat(43), Password: 'Another-horse8' },
  'POST /analysis/users': { Email: 'made-up@example.org', Password: 'Another-horse8' },
  'PATCH /analysis/organizations': {},
  'POST /analysis/organizations/users': { Email: 'made-up@example.org' },
  'POST /analysis/studies': { Name: 's' },
  'POST /admin/api/session': { email: 'nobody@example.org', password: WRONG },
  'POST /admin/api/session/second-step': { Token: 'a'.repeat(43), Code: '000000' },
  'POST /admin/api/session/second-factor': { password: WRONG },
  'POST /admin/api/session/second-factor/confirm': { code: '000000' },
  'POST /admin/api/session/second-factor/recovery-codes': { password: WRONG, code: '000000' },
  'POST /admin/api/session/second-factor/end': { password: WRONG, code: '000000' },
  'POST /admin/api/session/password': { current: WRONG, password: 'Another-horse-10' },
};

let server: TestServer;
let organisation: TestOrganisation;
beforeAll(async () => {
  server = await startServer({
    environment: { ...NO_LIMITS, PERFUSE_ATTEMPTS_ACCOUNT: '100', PERFUSE_REGION: 'cn' },
  });
  organisation = await newOrganisation(server);
});
afterAll(() => server.stop());

interface Sent {
  readonly token?: string;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const ask = (name: string, { token, cookie, headers, body }: Sent = {}): Promise<Answer> => {
  const [method = '', address = ''] = name.split(' ');
  return call(server, method, address.replaceAll(/:\w+/g, 'x'), {
    headers: {
      [ADMIN_HEADER.name]: ADMIN_HEADER.value,
      ...headers,
      ...(cookie === undefined ? {} : { cookie }),
    },
    token,
    body: method === 'GET' ? undefined : (body ?? BODIES[name] ?? {}),
  });
};

/** Shifts all sign-ins eleven minutes into the past. */
const age = async (): Promise<void> => {
  await server.app.platform.database
    .updateTable('token_families')
    .set(({ eb }) => ({ proven_at: eb('proven_at', '-', 11 * 60_000) }))
    .execute();
};
let phones = 100;
/** Somebody without a password, who signed in a while ago. */
const phonePerson = async (): Promise<string> => {
  phones += 1;
  const phoneNumber = `+12025551${String(phones)}`;
  await call(server, 'POST', '/api/users', { body: { phoneNumber } });
  const LoginCode = codeIn(await messageTo(server, phoneNumber));
  const body = { LoginCode, PhoneNumber: phoneNumber };
  const { Token } = pairOf(await call(server, 'POST', '/analysis/users/auth/code', { body }));
  await age();
  return Token;
};
/** Somebody with a password, who signed in a while ago. */
const passwordPerson = async (): Promise<string> => {
  const { Token } = await person(server);
  await age();
  return Token;
};
const administrator = async (): Promise<string> => {
  const email = newEmail();
  await server.app.accounts.administrators.add(email, PASSWORD, null);
  const body = { email, password: PASSWORD };
  return cookieOf(await ask('POST /admin/api/session', { body }));
};
const isAlive = async (token: string): Promise<boolean> =>
  (await call(server, 'GET', '/analysis/auth', { token })).status === 200;
const codeOf = ({ body }: Answer): unknown => {
  const named = z.looseObject({ code: z.optional(z.string()), Code: z.optional(z.string()) });
  const { code, Code } = named.parse(body);
  return code ?? Code;
};

describe('the table of what each call demands', () => {
  it('lists every call that changes something once, with the token that the contract requires', () => {
    const held = DEMANDS.map(({ name, token }) => `${name}: ${token}`);
    const asked = changing.map(({ name, row }) => `${name}: ${TOKENS[row.authentication]}`);
    expect(held.sort()).toEqual(asked.sort());
  });

  it('states what each call without a token requires instead', () => {
    for (const { token, password, besides } of DEMANDS) {
      if (token === '—') expect([password, besides]).not.toEqual(['—', '—']);
    }
  });

  it.each(those(({ token }) => token !== '—'))(
    '%s: refused without a token, and with a token of another kind',
    async (name, { token }) => {
      expect(await ask(name)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
      const held = {
        device: (await guest(server)).Token,
        person: organisation.staff.USER.token,
        staff: organisation.staff.DFX_ORG_ADMIN.token,
      };
      const isAdministration = token === 'administrator';
      for (const [kind, other] of Object.entries(held)) {
        if (token.split(', ').includes(kind)) continue;
        const refused = isAdministration
          ? refusal(401, 'INVALID_TOKEN')
          : refusal(403, 'RESTRICTED');
        expect(await ask(name, { token: other })).toMatchObject(refused);
      }
    },
  );

  it.each(those(({ token, besides }) => token === '—' && !besides.startsWith('nothing')))(
    '%s: refused with made-up credentials',
    async (name) => {
      // Signing out answers the same whether or not there was a session.
      if (name === 'POST /api/auths/logout' || name === 'DELETE /admin/api/session') return;
      const { status } = await ask(name);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    },
  );

  it.each(those(({ besides }) => besides === 'secret of the launch'))(
    '%s: refused without the secret, and with a made-up one',
    async (name) => {
      const refused = refusal(401, 'INVALID_LAUNCH');
      expect(await ask(name)).toMatchObject(refused);
      const headers = { [LAUNCH_HEADER]: 'a'.repeat(43) };
      expect(await ask(name, { headers })).toMatchObject(refused);
    },
  );

  it.each(those(({ besides }) => besides.includes('not from another site')))(
    '%s: refused to a page of another site',
    async (name) => {
      for (const [header, value] of [
        ['sec-fetch-site', 'cross-site'],
        ['origin', 'https://evil.example'],
      ] as const) {
        const headers = { [header]: value };
        const answer = await ask(name, { headers, body: BODIES[name] ?? { userData: 'x' } });
        expect(answer).toMatchObject(refusal(403, 'RESTRICTED'));
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    },
  );

  it.each(those(({ besides }) => besides.includes('from the admin page')))(
    '%s: refused without the header of the admin page',
    async (name) => {
      const [method = '', address = ''] = name.split(' ');
      const { status } = await call(server, method, address, { body: BODIES[name] ?? {} });
      expect(status).toBe(403);
    },
  );

  it.each(those(({ signIn: signedIn }) => signedIn === 'yes'))(
    '%s: refused without a recent sign-in',
    async (name) => {
      for (const token of [await phonePerson(), await passwordPerson()]) {
        expect(await ask(name, { token })).toMatchObject(refusal(403, 'RESTRICTED'));
        expect(await isAlive(token)).toBe(true);
      }
    },
  );

  it.each(those(({ signIn: signedIn }) => signedIn === 'if no password'))(
    '%s: refused without the password, or without a recent sign-in of a user who has no password',
    async (name, { password }) => {
      expect(password).toBe('if there is one');
      for (const given of [undefined, '', WRONG]) {
        const body = { password: given };
        const [withOne, without] = [await passwordPerson(), await phonePerson()];
        expect(await ask(name, { token: withOne, body })).toMatchObject(
          refusal(401, 'INVALID_USER'),
        );
        expect(await ask(name, { token: without, body })).toMatchObject(refusal(403, 'RESTRICTED'));
        expect([await isAlive(withOne), await isAlive(without)]).toEqual([true, true]);
      }
    },
  );

  it.each(
    those(
      ({ token, password, signIn: signedIn }) =>
        ['yes', 'if there is one'].includes(password) && signedIn === '—' && token !== '—',
    ),
  )('%s: refused without the password', async (name, { token }) => {
    const refused = refusal(401, 'INVALID_USER');
    if (token === 'administrator') {
      expect(await ask(name, { cookie: await administrator() })).toMatchObject(refused);
    } else {
      const held = token === 'device' ? organisation.device.token : await passwordPerson();
      expect(await ask(name, { token: held })).toMatchObject(refused);
    }
  });

  describe('for an account with a second factor', () => {
    let two: TwoStepPerson;
    beforeAll(async () => {
      two = await twoStepPerson(server);
    });

    it.each(those(({ token, factor }) => factor === 'yes' && token === 'person'))(
      '%s: refused without its code',
      async (name) => {
        const body = { password: PASSWORD, code: '000000' };
        expect(await ask(name, { token: two.Token, body })).toMatchObject(
          refusal(401, 'INVALID_MFA_TOKEN'),
        );
      },
    );

    it('a two-step sign-in issues no tokens for the password alone', async () => {
      const first = await signIn(server, two.email);
      expect(JSON.stringify(first.body)).not.toContain('RefreshToken');
      const wrong = await secondStep(server, stepOf(first), '000000');
      expect(wrong).toMatchObject(refusal(401, 'INVALID_MFA_TOKEN'));
    });

    it('a one-step sign-in and a change of the password are refused without the code', async () => {
      const device = (await guest(server)).Token;
      const needed = refusal(401, 'MFA_REQUIRED');
      expect(await userSignIn(server, device, two.email)).toMatchObject(needed);
      const body = { Email: two.email, Password: PASSWORD, NewPassword: 'Another-horse8' };
      expect(await ask('POST /analysis/users/changepassword', { body })).toMatchObject(needed);
    });
  });

  it.each(those(({ besides }) => besides.startsWith('`DFX_')))(
    '%s: refused to a user without the role',
    async (name) => {
      const token = organisation.staff.USER.token;
      expect(await ask(name, { token })).toMatchObject(refusal(403, 'RESTRICTED'));
    },
  );

  it.each<[string, (of: TestOrganisation) => string, unknown]>([
    [
      'POST /analysis/organizations/users',
      () => '',
      { Email: 'analyst@example.org', RoleID: 'DFX_ANALYST' },
    ],
    [
      'PATCH /analysis/organizations/users/:id',
      ({ staff }) => staff.USER.id,
      { RoleID: 'DFX_ANALYST' },
    ],
    [
      'PATCH /analysis/organizations/users/:id',
      ({ staff }) => staff.DFX_ANALYST.id,
      { FirstName: 'A' },
    ],
    ['PATCH /analysis/devices/:id', ({ device }) => device.id, { Status: 'INACTIVE' }],
  ])(
    '%s: refused to a lead where the table requires an administrator',
    async (name, idOf, body) => {
      const besides = DEMANDS.find((row) => row.name === name)?.besides;
      expect(besides).toMatch(/^`DFX_LEAD`; .*`DFX_ORG_ADMIN`/);
      const { token } = organisation.staff.DFX_LEAD;
      const answer = await ask(name.replace(':id', idOf(organisation)), { token, body });
      expect(answer).toMatchObject(refusal(403, 'RESTRICTED'));
    },
  );

  it('users can delete their own measurements without a role, as the table says', async () => {
    const name = 'DELETE /analysis/users/:id/measurements';
    expect(DEMANDS.find((row) => row.name === name)?.besides).toMatch(/^own, or `DFX_ORG_ADMIN`/);
    const { USER: user, DFX_LEAD: lead } = organisation.staff;
    const remove = ({ token }: StaffMember) => ask(name.replace(':id', user.id), { token });
    expect(await remove(lead)).toMatchObject(refusal(403, 'RESTRICTED'));
    expect((await remove(user)).status).toBe(200);
  });

  it.each(
    those(
      ({ token, password, signIn: signedIn, factor, besides }) =>
        token.includes('person') &&
        [password, signedIn, factor, besides].every((one) => one === '—'),
    ),
  )('%s: requires nothing besides the token, as the table says', async (name) => {
    const answer = await ask(name, { token: await passwordPerson() });
    if (answer.status >= 400) expect([400, 404]).toContain(answer.status);
    if (answer.status >= 400) expect(codeOf(answer)).not.toBe('RESTRICTED');
  });
});
