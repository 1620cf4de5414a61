// SPDX-License-Identifier: Apache-2.0
/** The demo data of a running server: its users sign in and read their history through the API. */
import { historyAnswer } from '@perfuse/contract/account/history';
import { decodeChannel, RESULT_MULTIPLIER } from '@perfuse/contract/results/message';
import { sql } from 'kysely';
import { z } from '@perfuse/contract/schema';
import { call } from '@perfuse/testing/client';
import { withoutPostgres } from '@perfuse/testing/postgres';
import { afterEach, describe, expect, it } from 'vitest';
import { count } from '../platform/storage/rows.ts';
import { done, refused, runCommand, type CommandOptions } from '../testing/command.ts';
import { pairOf, signIn } from '../testing/people.ts';
import { newDatabase } from '../testing/run.ts';
import { startServer, type TestServer } from '../testing/server.ts';
import { MADE_UP_PEOPLE } from './demo/made-up-people.ts';

const DAY_MS = 86_400_000;

const loaded = z.object({
  isNew: z.boolean(),
  id: z.string(),
  identifier: z.string(),
  accessCode: z.string(),
  people: z.array(
    z.object({ id: z.string(), email: z.string(), password: z.string(), measurements: z.number() }),
  ),
});
const withId = z.object({ id: z.string() });

const counted = z.tuple([z.object({ n: count })]);

let server: TestServer;
let here: CommandOptions;
async function start(environment: NodeJS.ProcessEnv = {}): Promise<void> {
  server = await startServer({ environment });
  here = { directory: server.directory, environment };
}
afterEach(() => server.stop());

/**
 * Tables whose rows change for other reasons: the audit log is kept whatever is removed, sign-in attempts expire, and a
 * server on PostgreSQL takes its leases some time after its start.
 */
const OTHERS = ['audit', 'attempts', 'leader_leases', 'request_counts'];

/** Row counts of all other tables. */
async function rowCounts(): Promise<Readonly<Record<string, number>>> {
  const { database } = server.app.platform;
  const tables = await database.introspection.getTables();
  const counts = tables
    .map(({ name }) => name)
    .filter((name) => !OTHERS.includes(name))
    .toSorted()
    .map(async (name) => {
      const { rows } = await sql`select count(*) as n from ${sql.table(name)}`.execute(database);
      const [{ n }] = counted.parse(rows);
      return [name, n] as const;
    });
  return Object.fromEntries(await Promise.all(counts));
}

async function historyOf(email: string, password: string, accessCode: string) {
  const { Token: token } = pairOf(await signIn(server, email, password, accessCode));
  const { body } = await call(server, 'GET', '/api/history?limit=100', { token });
  return historyAnswer.parse(body);
}

const valueOf = (
  { Channels }: z.output<typeof historyAnswer>['items'][number],
  channel: string,
): number | null => {
  const data = Channels[channel];
  return data === undefined ? null : decodeChannel(data, RESULT_MULTIPLIER).value;
};

async function loadsAndRemoves(): Promise<void> {
  const before = await rowCounts();
  const { accessCode, people, id } = await done(loaded, ['demo'], here);
  expect(people.map(({ email }) => email)).toEqual(MADE_UP_PEOPLE.map(({ email }) => email));

  for (const [at, { email, password, measurements }] of people.entries()) {
    const { items, total, storing } = await historyOf(email, password, accessCode);
    expect({ total, storing }).toEqual({ total: measurements, storing: true });
    const ages = items.map(({ Completed }) => (Date.now() - Completed) / DAY_MS);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.max(...ages)).toBeGreaterThan(40);
    expect(new Set(ages.map(Math.floor)).size).toBe(measurements);
    expect(items.every((item) => item.Completed - item.Created === 30_000)).toBe(true);
    // Read by the engine from the synthetic face's pulse, to within 1 per minute plus the variation from day to day.
    const [first = 0, last = 0] = MADE_UP_PEOPLE[at]?.heartRate ?? [];
    const rates = items.map((item) => valueOf(item, 'HR_BPM'));
    expect(Math.abs((rates.at(-1) ?? 0) - first)).toBeLessThan(3.5);
    expect(Math.abs((rates[0] ?? 0) - last)).toBeLessThan(3.5);
    expect(rates).not.toContain(null);
  }

  const again = await runCommand(['demo'], here);
  expect(again.code).toBe(0);
  expect(again.output).toContain('already loaded');
  const shown = await done(z.object({ isNew: z.boolean(), id: z.string() }), ['demo'], here);
  expect(shown).toEqual({ isNew: false, id });

  await done(withId, ['demo', '--remove', '--yes'], here);
  expect(await rowCounts()).toEqual(before);
  const [{ email, password } = { email: '', password: '' }] = people;
  expect(await signIn(server, email, password, accessCode)).toMatchObject({ status: 401 });
  expect(await refused(['demo', '--remove', '--yes'], here)).toMatchObject({ code: 'NOT_FOUND' });
}

describe('perfuse demo', () => {
  it('loads users with a history over weeks, who can sign in, and removes all of it', async () => {
    await start();
    await loadsAndRemoves();
  });

  it.skipIf(withoutPostgres)('does the same on PostgreSQL', async () => {
    await start({ DATABASE_URL: await newDatabase() });
    await loadsAndRemoves();
  });

  it('is refused beside other organisations without --beside-others, and removes none of them', async () => {
    await start();
    await done(withId, ['organisation', 'create', 'acme', '--name', 'Acme'], here);
    const words = ['user', 'create', '-o', 'acme', '--email', 'jo@acme.example'];
    await done(withId, [...words, '--generate-password'], here);
    const before = await rowCounts();
    const refusal = await refused(['demo'], here);
    expect(refusal).toMatchObject({ code: 'RESTRICTED', exit: 3 });
    expect(refusal.message).toContain('acme');
    expect(await rowCounts()).toEqual(before);
    await done(loaded, ['demo', '--beside-others'], here);
    expect(await refused(['demo', '--remove'], here)).toMatchObject({ code: 'USAGE' });
    await done(withId, ['demo', '--remove', '--yes'], here);
    expect(await rowCounts()).toEqual(before);
  });

  it('refuses to load into or remove an organisation that only has the same identifier', async () => {
    await start();
    await done(withId, ['organisation', 'create', 'demo-clinic', '--name', 'Ours'], here);
    const before = await rowCounts();
    for (const words of [['demo'], ['demo', '--remove', '--yes']]) {
      expect(await refused(words, here)).toMatchObject({ code: 'RESTRICTED', exit: 3 });
    }
    expect(await rowCounts()).toEqual(before);
  });

  it("never removes the installation's own organisation", async () => {
    await start();
    const { accounts, installation } = server.app;
    const before = await rowCounts();
    await expect(
      accounts.directory.removeOrganisation(installation.organisationId),
    ).rejects.toMatchObject({ code: 'RESTRICTED' });
    expect(await rowCounts()).toEqual(before);
  });

  it('leaves nobody signed in', async () => {
    await start();
    const { people } = await done(loaded, ['demo'], here);
    const { devices } = server.app.accounts;
    for (const { id } of people) {
      expect(await devices.ofUser(id)).not.toEqual([]);
      expect(await devices.openSessions(id, 100)).toEqual([]);
    }
  });

  it('rolls back when it cannot be completed', async () => {
    await start();
    await done(z.unknown(), ['access-code', 'create', 'DEMO-CLINIC'], here);
    const before = await rowCounts();
    expect(await refused(['demo'], here)).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await rowCounts()).toEqual(before);
  });
});
