// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { REREAD_MS } from '../../platform/crypto/key-ring.ts';
import {
  changeSecrets,
  KEY_KINDS,
  kidOf,
  listKeys,
  expiredKeys,
  withNewKeys,
  withoutKeys,
  type KeyFacts,
} from '../../platform/crypto/rotation.ts';
import { readSecrets, secretsFile, type Secrets } from '../../platform/crypto/secrets.ts';
import { countEncryptedWith } from '../../platform/crypto/key-rotation-job.ts';
import { EncryptedRows } from '../../platform/crypto/encrypted-rows.ts';
import { notFound } from '../find.ts';
import { confirm, fromHere } from '../input.ts';
import type { Operator } from '../operator.ts';
import { iso, isoOrNull, table, type Answer } from '../output.ts';
import { examples, handle } from '../perform.ts';
import type { Terminal, TerminalCommand } from '../terminal.ts';

const DAY_MS = 86_400_000;
/**
 * Longest lifetime of what each kind of key makes, ms: refresh tokens, the cookie of the app's own data, codes sent to
 * phones. Values encrypted in the database are counted instead.
 */
const MAX_AGE_MS = { signing: 90 * DAY_MS, cookies: 180 * DAY_MS, encryption: DAY_MS } as const;
/** Default delay. Every server reads the file twice a minute; mounted secrets take a minute or two to arrive. */
const USUAL_MINUTES = 10;

const fileOption = { file: z.optional(z.string()) };
const withFile = (command: TerminalCommand): TerminalCommand =>
  command.option('--file <file>', "secrets file (default: the installation's)");

function fileOf(file: string | undefined, { configuration }: Operator, terminal: Terminal): string {
  if (file !== undefined) return fromHere(terminal, file);
  return secretsFile(configuration.PERFUSE_DATA_DIR, configuration.PERFUSE_SECRETS_FILE);
}

/** Counts the values in the database that a key encrypts; null for a key of another kind. */
type CountEncrypted = (key: Pick<KeyFacts, 'kind' | 'kid'>) => Promise<number | null>;

function counting({ database }: Operator): CountEncrypted {
  const rows = new EncryptedRows(database);
  return async ({ kind, kid }) =>
    kind === 'encryption' ? countEncryptedWith(rows, kidOf(kid)) : null;
}

async function told(keys: readonly KeyFacts[], operator: Operator, heading = ''): Promise<Answer> {
  const encrypted = counting(operator);
  const rows = await Promise.all(
    keys.map(async (key) => ({
      ...key,
      // The first keys were used from the beginning.
      from: isoOrNull(key.from === 0 ? null : key.from),
      until: isoOrNull(key.until),
      encrypted: await encrypted(key),
    })),
  );
  const text = table(
    ['KIND', 'KEY', 'STATE', 'FROM', 'UNTIL', 'ENCRYPTS'],
    rows.map((row) => [
      row.kind,
      row.kid,
      row.state,
      row.from ?? '',
      row.until,
      row.encrypted === null ? '' : String(row.encrypted),
    ]),
    'There are no keys.',
  );
  return { result: rows, text: heading === '' ? text : `${text}\n\n${heading}` };
}

const change = (
  file: string,
  work: (secrets: Secrets) => Promise<Secrets> | Secrets,
): Promise<readonly KeyFacts[]> =>
  changeSecrets(file, async (present) => {
    const secrets = await work(present);
    return { secrets, result: listKeys(secrets, Date.now()) };
  });

/** Names of the keys that can be removed without losing stored data. */
async function free(
  keys: readonly KeyFacts[],
  encrypted: CountEncrypted,
): Promise<readonly string[]> {
  const counts = await Promise.all(keys.map(encrypted));
  return keys.filter((_key, at) => (counts[at] ?? 0) === 0).map(({ kid }) => kid);
}

/** @throws ServiceError RESTRICTED for a key that stored data needs. */
async function assertFree(key: KeyFacts, encrypted: CountEncrypted): Promise<void> {
  const count = (await encrypted(key)) ?? 0;
  if (count === 0) return;
  throw new ServiceError(
    'RESTRICTED',
    `${String(count)} stored secrets are encrypted with ${key.kid} and would be lost. A running server re-encrypts them within two minutes after it has the new key: see secrets list.`,
  );
}

const minutes = z.pipe(
  z.string().check(z.regex(/^\d{1,4}$/, 'must be a whole number of minutes, at most 9999')),
  z.transform(Number),
);

/**
 * Commands for the keys that sign tokens and encrypt cookies and stored data; for those of organisations see `key`.
 */
export function addSecrets(program: TerminalCommand): void {
  const group = program
    .command('secrets')
    .description('keys that sign tokens and encrypt cookies and stored secrets');

  handle(
    withFile(group.command('list').description('list the keys, without their secrets')),
    z.object(fileOption),
    async ({ file }, operator, terminal) =>
      told(listKeys(await readSecrets(fileOf(file, operator, terminal)), Date.now()), operator),
  );

  const rotate = withFile(
    group
      .command('rotate')
      .description('add new keys that take effect after a delay; nobody is signed out')
      .option('--in <minutes>', 'minutes until the new keys are used', String(USUAL_MINUTES))
      .option('--only <kind>', `${KEY_KINDS.join(', ')}; default: all`),
  );
  handle(
    rotate,
    z.object({ ...fileOption, in: minutes, only: z.optional(z.enum(KEY_KINDS)) }),
    async ({ file, in: wait, only }, operator, terminal) => {
      const from = Date.now() + wait * 60_000;
      const kinds = only === undefined ? KEY_KINDS : [only];
      const keys = await operator.change('secrets.rotate', '', () =>
        change(fileOf(file, operator, terminal), (secrets) => withNewKeys(secrets, kinds, from)),
      );
      return told(
        keys,
        operator,
        `The new keys are used from ${iso(from)}. Servers read the file every ${String(REREAD_MS / 1000)} s. Make sure that each has the new file by then.`,
      );
    },
  );
  examples(rotate, 'perfuse secrets rotate', 'perfuse secrets rotate --only signing --in 0');

  handle(
    withFile(group.command('retire').description('remove old keys that are no longer needed')),
    z.object(fileOption),
    async ({ file }, operator, terminal) => {
      const keys = await operator.change('secrets.retire', '', () =>
        change(fileOf(file, operator, terminal), async (secrets) => {
          const now = Date.now();
          const over = await free(expiredKeys(secrets, MAX_AGE_MS, now), counting(operator));
          return withoutKeys(secrets, over, now);
        }),
      );
      return told(keys, operator);
    },
  );

  const remove = withFile(
    group
      .command('remove')
      .description(
        'remove a leaked key immediately; its tokens become invalid, and people must sign in again',
      )
      .argument('<key>')
      .option('--yes', 'skip the confirmation'),
  );
  handle(
    remove,
    z.object({ ...fileOption, key: z.string(), yes: z.optional(z.boolean()) }),
    async ({ file, key, yes }, operator, terminal) => {
      await confirm(
        terminal,
        'Tokens and cookies of this key become invalid, and people must sign in again.',
        yes,
      );
      const keys = await operator.change('secrets.remove', key, () =>
        change(fileOf(file, operator, terminal), async (secrets) => {
          const now = Date.now();
          const facts = listKeys(secrets, now).find(({ kid }) => kid === key);
          if (facts === undefined) throw notFound('key', key);
          // A key in use is refused below.
          if (facts.state !== 'in use') await assertFree(facts, counting(operator));
          return withoutKeys(secrets, [key], now);
        }),
      );
      return told(
        keys,
        operator,
        'Servers refuse the key within half a minute, or immediately after SIGHUP.',
      );
    },
  );
  examples(remove, 'perfuse secrets remove 3q2-7wAbCdEf --yes');
}
