// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Principal } from '../http/principal.ts';
import { createAccessTokens } from './access-tokens.ts';
import { fixedKeys, keyInUse, rereadKeys } from './key-ring.ts';
import {
  changeSecrets,
  KEY_KINDS,
  listKeys,
  outlived,
  withNewKeys,
  withoutKeys,
} from './rotation.ts';
import { loadSecrets, readSecrets, SECRETS_FILE, type Secrets } from './secrets.ts';

const DAY_MS = 86_400_000;
const LONGEST_MS = { signing: 90 * DAY_MS, cookies: 180 * DAY_MS, sealing: DAY_MS } as const;
const SUBJECT = {
  kind: 'device',
  deviceId: 'd',
  userId: null,
  organisationId: 'o',
  familyId: 'f',
  generation: 1,
} as const satisfies Partial<Principal>;
const SILENT = pino({ level: 'silent' });

let directory: string;
let file: string;
let first: Secrets;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'perfuse-'));
  file = path.join(directory, SECRETS_FILE);
  first = await loadSecrets(directory);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const tokensAt = (secrets: Secrets, now: number) =>
  createAccessTokens(fixedKeys(secrets), () => now);

test('of any keys the newest that has begun is used, and the oldest before any has', () => {
  const keys = fc.array(fc.record({ from: fc.nat(1000) }), { minLength: 1 });
  fc.assert(
    fc.property(keys, fc.nat(1000), (unsorted, now) => {
      const sorted = [...unsorted].sort((left, right) => left.from - right.from);
      const begun = sorted.filter(({ from }) => from <= now);
      expect(keyInUse(sorted, now).from).toBe((begun.at(-1) ?? sorted[0])?.from);
    }),
  );
});

test('a new key is known before it signs, and signs from its time on', async () => {
  const secrets = await withNewKeys(first, KEY_KINDS, 1000);
  expect(listKeys(secrets, 999).map(({ kind, state }) => [kind, state])).toEqual([
    ['signing', 'in use'],
    ['signing', 'coming'],
    ['cookies', 'in use'],
    ['cookies', 'coming'],
    ['sealing', 'in use'],
    ['sealing', 'coming'],
  ]);
  expect(listKeys(secrets, 1000).map(({ state, until }) => [state, until])).toEqual([
    ['past', 1000],
    ['in use', null],
    ['past', 1000],
    ['in use', null],
    ['past', 1000],
    ['in use', null],
  ]);
  const ahead = await tokensAt(secrets, 1_000_000).sign(SUBJECT, 60);
  expect(await tokensAt(secrets, 0).verifyExpired(ahead)).toMatchObject({ familyId: 'f' });
  await expect(tokensAt(first, 0).verifyExpired(ahead)).rejects.toMatchObject({
    code: 'INVALID_TOKEN',
  });
});

test('what an old key signed is good until the key is removed, however often keys are rotated', async () => {
  const old = await tokensAt(first, 0).sign(SUBJECT, 3600);
  let secrets = first;
  for (const from of [10, 20, 30]) secrets = await withNewKeys(secrets, ['signing'], from);
  expect(await tokensAt(secrets, 50).verify(old)).toMatchObject({ deviceId: 'd' });
  const without = withoutKeys(secrets, [first.signingKey.kid], 50);
  await expect(tokensAt(without, 50).verify(old)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  expect(listKeys(without, 50).filter(({ kind }) => kind === 'signing')).toHaveLength(3);
});

test('a key in use cannot be removed', async () => {
  const secrets = await withNewKeys(first, KEY_KINDS, 1000);
  const { kid } = first.signingKey;
  for (const name of [kid, 'first', 'first-sealing']) {
    expect(() => withoutKeys(secrets, [name], 999)).toThrow('rotate first');
  }
  const left = withoutKeys(secrets, [kid, 'first', 'first-sealing'], 1000);
  expect(listKeys(left, 1000).map(({ kind, state }) => [kind, state])).toEqual([
    ['signing', 'in use'],
    ['cookies', 'in use'],
    ['sealing', 'in use'],
  ]);
});

test('keys are retired once everything they made has had its time', async () => {
  const secrets = await withNewKeys(first, KEY_KINDS, 0);
  const { kid } = first.signingKey;
  const over = (now: number) => outlived(secrets, LONGEST_MS, now).map((key) => key.kid);
  expect(over(DAY_MS - 1)).toEqual([]);
  expect(over(90 * DAY_MS - 1)).toEqual(['first-sealing']);
  expect(over(90 * DAY_MS)).toEqual([kid, 'first-sealing']);
  expect(over(180 * DAY_MS)).toEqual([kid, 'first', 'first-sealing']);
});

test('the file is replaced whole, keeps its rights, and a link to it stays one', async () => {
  const link = path.join(directory, 'mounted.json');
  await symlink(file, link);
  await changeSecrets(link, async (secrets) => ({
    secrets: await withNewKeys(secrets, ['signing'], 0),
    result: null,
  }));
  expect((await readSecrets(file)).laterSigningKeys).toHaveLength(1);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(directory)).sort()).toEqual(['mounted.json', SECRETS_FILE]);
});

test('of two changes at once one is refused, and one that fails changes nothing', async () => {
  const before = await readFile(file, 'utf8');
  const failing = changeSecrets(file, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await readFile(file, 'utf8')).toBe(before);
  const rotate = () =>
    changeSecrets(file, async (secrets) => ({
      secrets: await withNewKeys(secrets, ['signing'], 0),
      result: null,
    }));
  await changeSecrets(file, async (secrets) => {
    await expect(rotate()).rejects.toMatchObject({ code: 'RESTRICTED' });
    return { secrets, result: null };
  });
  await rotate();
});

test('a server finds a key that it does not know in the file, and asks no more than once a second', async () => {
  let clock = 0;
  const ring = rereadKeys(file, first, SILENT, () => clock);
  const tokens = createAccessTokens(ring);
  const next = await withNewKeys(first, ['signing'], 0);
  const token = await createAccessTokens(fixedKeys(next)).sign(SUBJECT, 60);
  await writeFile(file, JSON.stringify(next));
  await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  clock = 1000;
  expect(await tokens.verify(token)).toMatchObject({ deviceId: 'd' });
  await ring.stop();
});

test('a damaged file, or one of another installation, leaves the keys as they are', async () => {
  const ring = rereadKeys(file, first, SILENT);
  const other = path.join(directory, 'other');
  for (const text of ['{', JSON.stringify(await loadSecrets(other))]) {
    await writeFile(file, text);
    await ring.reread();
    expect(ring.signing()).toEqual([first.signingKey]);
  }
  await rm(file);
  await ring.reread();
  expect(ring.signing()).toEqual([first.signingKey]);
  await ring.stop();
});
