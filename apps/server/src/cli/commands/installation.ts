// SPDX-License-Identifier: Apache-2.0
/** Commands for the installation as a whole: its first set-up, its state, its backups. */
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { VERSION } from '../../platform/config/about.ts';
import { createLogger } from '../../platform/telemetry/logging.ts';
import type { Configuration } from '../../platform/config/configuration.ts';
import { loadSecrets, secretsFile } from '../../platform/crypto/secrets.ts';
import {
  DEMO_CONFIGURATION,
  OrganisationDirectory,
  OrganisationRepository,
  seed,
} from '../../modules/organisations/index.ts';
import { isServed } from '../../platform/storage/offline.ts';
import { restoreBackup, writeBackup, type BackupFacts } from '../../platform/backup/backup.ts';
import { assertFolderIntegrity } from '../../platform/storage/integrity.ts';
import { countServers } from '../../platform/backup/maintenance.ts';
import { dataLocation, serverLocation } from '../../platform/storage/location.ts';
import { openConfiguredStorage } from '../../platform/storage/open.ts';
import { restoreServerBackup, writeServerBackup } from '../../platform/backup/server-backup.ts';
import { UsageError } from '../failure.ts';
import { confirm, fromHere } from '../input.ts';
import { iso, sheet } from '../output.ts';
import { examples, handle, handleWithoutStore } from '../perform.ts';
import type { TerminalCommand } from '../terminal.ts';

export function addInstallation(program: TerminalCommand): void {
  handleWithoutStore(
    program
      .command('init')
      .description('create the database, as the first start of the server does'),
    z.object({}),
    async (_given, configuration) => {
      const { PERFUSE_DATA_DIR: directory, PERFUSE_DEMO: demo } = configuration;
      const { database, now, close } = await openConfiguredStorage(
        configuration,
        createLogger('silent'),
      );
      try {
        const made = await seed(
          new OrganisationRepository(database, now),
          new OrganisationDirectory(database, now),
          await loadSecrets(directory, configuration.PERFUSE_SECRETS_FILE),
          demo,
        );
        const result = {
          directory: path.resolve(directory),
          organisationId: made.organisationId,
          studyId: made.studyId,
          demo: demo ? DEMO_CONFIGURATION : null,
        };
        const { organisationId, studyId } = result;
        const place = configuration.DATABASE_URL === undefined ? 'folder' : 'database';
        const text = sheet({ [place]: dataLocation(configuration), organisationId, studyId, demo });
        return { result, text };
      } finally {
        await close();
      }
    },
  );

  handleWithoutStore(
    program
      .command('check')
      .description('check the SQLite database for damage, also while the server runs'),
    z.object({}),
    async (_given, configuration) => {
      if (configuration.DATABASE_URL !== undefined) {
        throw new UsageError('check supports only SQLite; for PostgreSQL, use pg_amcheck');
      }
      const directory = path.resolve(configuration.PERFUSE_DATA_DIR);
      await assertFolderIntegrity(directory);
      const text = `The database in ${directory} is not damaged.`;
      return { result: { directory, isSound: true }, text };
    },
  );

  handle(
    program.command('status').description('show what is stored, and how many servers are running'),
    z.object({}),
    async (_given, { accounts, configuration, database }) => {
      const { DATABASE_URL: url } = configuration;
      const directory = path.resolve(configuration.PERFUSE_DATA_DIR);
      const organisations = await accounts.directory.list();
      const { total } = await accounts.people.list({ limit: 1, offset: 0 });
      const servers =
        url === undefined ? Number(isServed(directory)) : await countServers(database);
      const messages = await accounts.outbox.counts();
      const result = {
        version: VERSION,
        directory,
        /** Where the data is: PostgreSQL, without account and password; null for the folder. */
        database: url === undefined ? null : serverLocation(url),
        isServed: servers > 0,
        servers,
        organisations: organisations.length,
        people: total,
        waitingMessages: messages.waiting,
        failedMessages: messages.failed,
      };
      const text = sheet({
        version: VERSION,
        ...(result.database === null ? { directory } : { database: result.database }),
        organisations: result.organisations,
        people: total,
        servers: servers === 0 ? 'none' : `${String(servers)} running`,
        'waiting messages': messages.waiting,
        'failed messages': messages.failed,
      });
      return { result, text };
    },
  );
}

const AFTER_RESTORING =
  'People must sign in again. Erasures since the backup are undone: repeat them. So are deletions and withdrawals that people made themselves.';

const secretsOf = ({ PERFUSE_DATA_DIR, PERFUSE_SECRETS_FILE }: Configuration): string =>
  secretsFile(PERFUSE_DATA_DIR, PERFUSE_SECRETS_FILE);

async function backUp(configuration: Configuration, file: string): Promise<BackupFacts> {
  const { DATABASE_URL: url, PERFUSE_DATA_DIR: directory } = configuration;
  const secrets = secretsOf(configuration);
  if (url !== undefined) return writeServerBackup(url, secrets, file);
  return writeBackup(directory, file, { secretsFile: secrets });
}

export function addBackups(program: TerminalCommand): void {
  const backup = program
    .command('backup')
    .description('back up everything to one new file, also while the server runs')
    .argument('<file>', 'will contain health data and secrets: keep it encrypted');
  handleWithoutStore(
    backup,
    z.object({ file: z.string() }),
    async ({ file }, configuration, terminal) => {
      const target = fromHere(terminal, file);
      const { created, bytes } = await backUp(configuration, target);
      const result = { file: target, created: iso(created), bytes };
      return { result, text: sheet(result) };
    },
  );
  examples(backup, 'perfuse backup /backups/perfuse-$(date +%F).backup');

  const restore = program
    .command('restore')
    .description('restore a backup; the server must be stopped')
    .argument('<file>')
    .option('--replace', 'move the existing database aside')
    .option('--yes', 'skip the confirmation');
  handleWithoutStore(
    restore,
    z.object({
      file: z.string(),
      replace: z.optional(z.boolean()),
      yes: z.optional(z.boolean()),
    }),
    async ({ file, replace = false, yes }, configuration, terminal) => {
      const { DATABASE_URL: url, PERFUSE_DATA_DIR, PERFUSE_SECRETS_FILE } = configuration;
      const directory = path.resolve(PERFUSE_DATA_DIR);
      const keys = path.resolve(secretsOf(configuration));
      const source = fromHere(terminal, file);
      if (replace && url !== undefined) {
        throw new UsageError(
          '--replace supports only SQLite; for PostgreSQL, set DATABASE_URL to a new, empty database',
        );
      }
      if (replace)
        await confirm(terminal, `The database in ${directory} will be moved aside.`, yes);
      const { created, aside } =
        url === undefined
          ? await restoreBackup(PERFUSE_DATA_DIR, source, {
              replaces: replace,
              secretsFile: PERFUSE_SECRETS_FILE,
            })
          : { ...(await restoreServerBackup(url, keys, source)), aside: null };
      const place = url === undefined ? directory : null;
      const result = { directory: place, created: iso(created), aside, secretsFile: keys };
      return { result, text: `${sheet(result)}\n${AFTER_RESTORING}` };
    },
  );
  examples(
    restore,
    'perfuse restore /backups/perfuse-2030-01-31.backup',
    'perfuse restore /backups/perfuse-2030-01-31.backup --replace --yes',
  );
}
