// SPDX-License-Identifier: Apache-2.0
import {
  chmod,
  chown,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Principal } from '../http/principal.ts';
import { createAccessTokens } from '../../modules/accounts/tokens/access-tokens.ts';
import { fixedKeys, keyInUse, rereadKeys } from './key-ring.ts';
import {
  changeSecrets,
  KEY_KINDS,
  listKeys,
  expiredKeys,
  withNewKeys,
  withoutKeys,
  type KeyKind,
} from './rotation.ts';
import {
  generateSigningKey,
  loadSecrets,
  newKid,
  readSecrets,
  SECRETS_FILE,
  type Secrets,
  type SigningKey,
} from './secrets.ts';

const DAY_MS = 86_400_000;
const MAX_AGE_MS = { signing: 90 * DAY_MS, cookies: 180 * DAY_MS, encryption: DAY_MS } as const;
const SUBJECT = {
  kind: 'device',
  deviceId: 'd',
  userId: null,
  organisationId: 'o',
  familyId: 'f',
  generation: 1,
} as const satisfies Partial<Principal>;
const UNCOUNTED = { background: () => undefined };
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

test.skipIf(process.getuid?.() !== 0)('a change by root keeps the owner of the file', async () => {
  await chown(file, 1000, 1001);
  await chmod(file, 0o640);
  await changeSecrets(file, (present) => Promise.resolve({ secrets: present, result: null }));
  expect(await stat(file)).toMatchObject({ uid: 1000, gid: 1001, mode: 0o100640 });
});

test('loading restricts secrets in the data folder to their owner, and leaves a mounted file as it is', async () => {
  const rights = async () => (await stat(file)).mode & 0o777;
  expect(await rights()).toBe(0o600);
  await chmod(file, 0o644);
  await loadSecrets(directory, file);
  expect(await rights()).toBe(0o644);
  await loadSecrets(directory);
  expect(await rights()).toBe(0o600);
});

test('no name of a new key looks like a command-line option', () => {
  const names = Array.from({ length: 500 }, newKid);
  expect(names.filter((name) => !/^\w[\w-]{11}$/.test(name))).toEqual([]);
});

test('the newest key that has started is used, and the oldest before any has', () => {
  const keys = fc.array(fc.record({ from: fc.nat(1000) }), { minLength: 1 });
  fc.assert(
    fc.property(keys, fc.nat(1000), (unsorted, now) => {
      const sorted = [...unsorted].sort((left, right) => left.from - right.from);
      const begun = sorted.filter(({ from }) => from <= now);
      expect(keyInUse(sorted, now).from).toBe((begun.at(-1) ?? sorted[0])?.from);
    }),
  );
});

test('a new key is accepted before it signs, and signs from its start time on', async () => {
  const secrets = await withNewKeys(first, KEY_KINDS, 1000);
  expect(listKeys(secrets, 999).map(({ kind, state }) => [kind, state])).toEqual([
    ['signing', 'in use'],
    ['signing', 'coming'],
    ['cookies', 'in use'],
    ['cookies', 'coming'],
    ['encryption', 'in use'],
    ['encryption', 'coming'],
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

test('a token of an old key is valid until the key is removed, however often keys are rotated', async () => {
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
  for (const name of [kid, 'first', 'first-encryption']) {
    expect(() => withoutKeys(secrets, [name], 999)).toThrow('rotate first');
  }
  const left = withoutKeys(secrets, [kid, 'first', 'first-encryption'], 1000);
  expect(listKeys(left, 1000).map(({ kind, state }) => [kind, state])).toEqual([
    ['signing', 'in use'],
    ['cookies', 'in use'],
    ['encryption', 'in use'],
  ]);
});

test('keys that would start before announced ones are refused, with advice', async () => {
  const announced = await withNewKeys(first, ['cookies', 'encryption'], 600_000);
  const [cookie = '', encryption = ''] = listKeys(announced, 0).flatMap(({ kid, state }) =>
    state === 'coming' ? [kid] : [],
  );
  const refused = withNewKeys(announced, KEY_KINDS, 1000);
  await expect(refused).rejects.toMatchObject({ code: 'RESTRICTED' });
  await expect(refused).rejects.toThrow(
    `New keys active from 1970-01-01T00:00:01.000Z would precede keys that are already pending: ${cookie} (cookies, from 1970-01-01T00:10:00.000Z on), ${encryption} (encryption, from 1970-01-01T00:10:00.000Z on).`,
  );
  await expect(refused).rejects.toThrow('perfuse secrets remove <key> --yes');
  // Accepted: another kind, a later start, and one after the announced keys were removed.
  expect((await withNewKeys(announced, ['signing'], 1000)).laterSigningKeys).toHaveLength(1);
  const later = await withNewKeys(announced, KEY_KINDS, 600_000);
  expect(listKeys(later, 0).filter(({ state }) => state === 'coming')).toHaveLength(5);
  const givenUp = withoutKeys(announced, [cookie, encryption], 999);
  const now = await withNewKeys(givenUp, KEY_KINDS, 1000);
  expect(listKeys(now, 1000).map(({ state, from }) => [state, from])).toEqual([
    ['past', 0],
    ['in use', 1000],
    ['past', 0],
    ['in use', 1000],
    ['past', 0],
    ['in use', 1000],
  ]);
});

/** Exactly one key of each kind is in use, and each ends when the next one starts, never before its own start. */
function expectOneAfterTheOther(secrets: Secrets, now: number): void {
  for (const kind of KEY_KINDS) {
    const keys = listKeys(secrets, now).filter((key) => key.kind === kind);
    expect(keys.filter(({ state }) => state === 'in use')).toHaveLength(1);
    for (const [at, { from, until, state }] of keys.entries()) {
      expect(until === null).toBe(state !== 'past');
      if (until === null) continue;
      expect(until).toBeGreaterThanOrEqual(from);
      expect(until).toBe(keys[at + 1]?.from);
    }
  }
}

test('however keys are rotated and removed, one per kind is in use and none ends before it starts', async () => {
  const rotation = fc.record({
    after: fc.nat(50),
    wait: fc.nat(100),
    kinds: fc.subarray([...KEY_KINDS], { minLength: 1 }),
    /** Which of the announced and past keys is removed afterwards, if any. */
    removed: fc.option(fc.nat(), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(rotation, { maxLength: 6 }), async (rotations) => {
      let now = 0;
      let secrets = first;
      for (const { after, wait, kinds, removed } of rotations) {
        now += after;
        const later = listKeys(secrets, now).some(
          (key) => kinds.includes(key.kind) && key.from > now + wait,
        );
        const rotated = withNewKeys(secrets, kinds, now + wait);
        if (later) await expect(rotated).rejects.toMatchObject({ code: 'RESTRICTED' });
        else secrets = await rotated;
        const free = listKeys(secrets, now).filter(({ state }) => state !== 'in use');
        const gone = removed === null ? undefined : free[removed % free.length];
        if (gone !== undefined) secrets = withoutKeys(secrets, [gone.kid], now);
        const changes = listKeys(secrets, now).flatMap(({ from }) => [from - 1, from]);
        for (const at of [now, ...changes]) expectOneAfterTheOther(secrets, Math.max(now, at));
      }
    }),
    { numRuns: 50 },
  );
});

test('the order of keys in the file does not matter', async () => {
  const signing = await Promise.all(Array.from({ length: 3 }, generateSigningKey));
  const begins = fc.array(fc.nat(100), { maxLength: 3 });
  const named = (kind: KeyKind, froms: readonly number[]) =>
    froms.map((from, at) => ({ kid: `${kind}-${String(at)}`, k: '', from }));
  fc.assert(
    fc.property(begins, begins, begins, fc.nat(100), (forSigning, forCookies, forSealing, now) => {
      const laterSigningKeys = signing
        .slice(0, forSigning.length)
        .map((key, at): SigningKey => ({ ...key, from: forSigning[at] ?? 0 }));
      const secrets: Secrets = {
        ...first,
        laterSigningKeys,
        cookieKeys: [{ kid: '', k: '', from: 0 }, ...named('cookies', forCookies)],
        encryptionKeys: [{ kid: '', k: '', from: 0 }, ...named('encryption', forSealing)],
      };
      expectOneAfterTheOther(secrets, now);
    }),
  );
});

test('keys are retired once everything they made has expired', async () => {
  const secrets = await withNewKeys(first, KEY_KINDS, 0);
  const { kid } = first.signingKey;
  const over = (now: number) => expiredKeys(secrets, MAX_AGE_MS, now).map((key) => key.kid);
  expect(over(DAY_MS - 1)).toEqual([]);
  expect(over(90 * DAY_MS - 1)).toEqual(['first-encryption']);
  expect(over(90 * DAY_MS)).toEqual([kid, 'first-encryption']);
  expect(over(180 * DAY_MS)).toEqual([kid, 'first', 'first-encryption']);
});

test('the file is replaced atomically, keeps its permissions, and a link to it remains a link', async () => {
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

test('a folder in place of the file is named with its setting', async () => {
  await expect(readSecrets(directory)).rejects.toThrow(
    `PERFUSE_SECRETS_FILE cannot be used: ${directory} is a folder.`,
  );
});

test('of two concurrent changes one is refused, and one that fails changes nothing', async () => {
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

test('a server rereads the file for an unknown key, at most once a second', async () => {
  let clock = 0;
  const ring = rereadKeys(file, first, SILENT, UNCOUNTED, () => clock);
  const tokens = createAccessTokens(ring, Date.now);
  const next = await withNewKeys(first, ['signing'], 0);
  const token = await createAccessTokens(fixedKeys(next), Date.now).sign(SUBJECT, 60);
  await writeFile(file, JSON.stringify(next));
  await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  clock = 1000;
  expect(await tokens.verify(token)).toMatchObject({ deviceId: 'd' });
  await writeFile(file, JSON.stringify(first));
  clock = 1999;
  await ring.rereadForUnknownKey();
  expect(ring.signing()).toHaveLength(2);
  clock = 2000;
  await ring.rereadForUnknownKey();
  expect(ring.signing()).toEqual([first.signingKey]);
  await ring.stop();
});

test('a damaged or missing file, or one of another installation, leaves the keys unchanged and counts as failed', async () => {
  const counted: [outcome: string, by?: number][] = [];
  const background = (_: string, ...count: (typeof counted)[number]) => void counted.push(count);
  const ring = rereadKeys(file, first, SILENT, { background });
  await ring.reread();
  expect(counted).toEqual([['failed', 0], ['done']]);
  const other = path.join(directory, 'other');
  for (const text of ['{', JSON.stringify(await loadSecrets(other))]) {
    await writeFile(file, text);
    await ring.reread();
    expect(ring.signing()).toEqual([first.signingKey]);
  }
  await rm(file);
  await ring.reread();
  expect(ring.signing()).toEqual([first.signingKey]);
  expect(counted.slice(2)).toEqual([['failed'], ['failed'], ['failed']]);
  await ring.stop();
});
