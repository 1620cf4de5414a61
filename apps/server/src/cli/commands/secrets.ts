// SPDX-License-Identifier: Apache-2.0
import type { Command } from 'commander';
import { z } from '@perfuse/contract/schema';
import { ServiceError } from '../../http/service-error.ts';
import { REREAD_MS } from '../../identity/key-ring.ts';
import {
  changeSecrets,
  KEY_KINDS,
  listKeys,
  outlived,
  withNewKeys,
  withoutKeys,
  type KeyFacts,
} from '../../identity/rotation.ts';
import { readSecrets, secretsFile, type Secrets } from '../../identity/secrets.ts';
import { confirm, fromHere } from '../input.ts';
import type { Operator } from '../operator.ts';
import { iso, isoOrNull, table, type Answer } from '../output.ts';
import { examples, handle } from '../perform.ts';

const DAY_MS = 86_400_000;
/** What the longest-lived thing made by a key lives: refresh tokens, and the cookie of the app's own data. */
const LONGEST_MS = { signing: 90 * DAY_MS, cookies: 180 * DAY_MS } as const;
/** Every server reads the file twice a minute; mounted secrets take a minute or two to arrive. */
const USUAL_MINUTES = 10;

const fileOption = { file: z.optional(z.string()) };
const withFile = (command: Command): Command =>
  command.option('--file <file>', 'file of secrets (default: the one of this installation)');

function fileOf(file: string | undefined, { configuration }: Operator): string {
  if (file !== undefined) return fromHere(file);
  return secretsFile(configuration.PERFUSE_DATA_DIR, configuration.PERFUSE_SECRETS_FILE);
}

function told(keys: readonly KeyFacts[], heading = ''): Answer {
  const rows = keys.map((key) => ({ ...key, from: iso(key.from), until: isoOrNull(key.until) }));
  const text = table(
    ['KIND', 'KEY', 'STATE', 'FROM', 'UNTIL'],
    rows.map((row) => [row.kind, row.kid, row.state, row.from, row.until]),
    'There is no key.',
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

const minutes = z.pipe(
  z.string().check(z.regex(/^\d{1,4}$/, 'must be a whole number of minutes, at most 9999')),
  z.transform(Number),
);

/** The keys that sign tokens and seal cookies; those of organisations are `key`. */
export function addSecrets(program: Command): void {
  const group = program
    .command('secrets')
    .description('keys of the installation that sign tokens and seal cookies');

  handle(
    withFile(group.command('list').description('list the keys, without their secrets')),
    z.object(fileOption),
    async ({ file }, operator) =>
      told(listKeys(await readSecrets(fileOf(file, operator)), Date.now())),
  );

  const rotate = withFile(
    group
      .command('rotate')
      .description(
        'add new keys: every server knows them before one uses them; nobody is signed out',
      )
      .option('--in <minutes>', 'when they are used first', String(USUAL_MINUTES))
      .option('--only <kind>', `${KEY_KINDS.join(' or ')}; both by default`),
  );
  handle(
    rotate,
    z.object({ ...fileOption, in: minutes, only: z.optional(z.enum(KEY_KINDS)) }),
    async ({ file, in: wait, only }, operator) => {
      const from = Date.now() + wait * 60_000;
      const kinds = only === undefined ? KEY_KINDS : [only];
      const keys = await operator.change('secrets.rotate', '', () =>
        change(fileOf(file, operator), (secrets) => withNewKeys(secrets, kinds, from)),
      );
      return told(
        keys,
        `The new keys are used from ${iso(from)} on. Servers read the file every ${String(REREAD_MS / 1000)} s: see to it that each has it by then.`,
      );
    },
  );
  examples(rotate, 'perfuse secrets rotate', 'perfuse secrets rotate --only signing --in 0');

  handle(
    withFile(
      group
        .command('retire')
        .description('remove the keys that nothing in use was made by any more'),
    ),
    z.object(fileOption),
    async ({ file }, operator) => {
      const keys = await operator.change('secrets.retire', '', () =>
        change(fileOf(file, operator), (secrets) => {
          const now = Date.now();
          return withoutKeys(secrets, outlived(secrets, LONGEST_MS, now), now);
        }),
      );
      return told(keys);
    },
  );

  const remove = withFile(
    group
      .command('remove')
      .description('trust a key no more, at once: what it made ends, and people sign in again')
      .argument('<key>')
      .option('--yes', 'do not ask'),
  );
  handle(
    remove,
    z.object({ ...fileOption, key: z.string(), yes: z.optional(z.boolean()) }),
    async ({ file, key, yes }, operator) => {
      await confirm('Tokens and cookies made by this key end, and people sign in again.', yes);
      const keys = await operator.change('secrets.remove', key, () =>
        change(fileOf(file, operator), (secrets) => {
          const now = Date.now();
          if (!listKeys(secrets, now).some(({ kid }) => kid === key)) {
            throw new ServiceError('NOT_FOUND', `There is no key ${key}.`);
          }
          return withoutKeys(secrets, [key], now);
        }),
      );
      return told(keys, 'Servers refuse it within half a minute; SIGHUP makes one look at once.');
    },
  );
  examples(remove, 'perfuse secrets remove 3q2-7wAbCdEf --yes');
}
