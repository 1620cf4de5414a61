// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';
import type { Configuration } from '../../platform/config/configuration.ts';
import { publicUrl } from '../../platform/config/message-settings.ts';
import type { CheckTarget } from '../../platform/outbound/guarded-post.ts';
import { SecretsMismatchError, type ConfigurationRow } from '../../modules/organisations/index.ts';
import { DamagedSecretsError, NoSecretsError } from '../../platform/crypto/secrets.ts';
import { FolderError } from '../../platform/storage/offline.ts';
import { UnusableFileError } from '../../platform/storage/unusable.ts';
import { checkDatabase, withoutDatabase } from './database.ts';
import { checkDisk, checkFileRights } from './files.ts';
import { failed, ok, type Finding } from './finding.ts';
import { checkMail, outboxFinding } from './mail.ts';
import { checkNames } from './names.ts';
import { nodeFinding } from './node.ts';
import { checkPorts } from './ports.ts';
import { checkPublicAddress } from './public-address.ts';
import { checkSettings } from './settings.ts';

/** Data from the database that the checks need. */
export interface Stored {
  readonly rows: readonly ConfigurationRow[];
  readonly checkTarget: CheckTarget;
  /** Mails and text messages that were given up. */
  readonly failedMessages: number;
}

export interface ExamineOptions {
  readonly configuration: Configuration;
  readonly environment: NodeJS.ProcessEnv;
  /** Recipient of a test mail; without it none is sent. */
  readonly sendTo: string | undefined;
  /** Reads from a database that was found to be of this version. */
  readonly read: () => Promise<Stored>;
}

const WITHOUT_KEYS = [
  SecretsMismatchError,
  NoSecretsError,
  DamagedSecretsError,
  UnusableFileError,
] as const;

/** The data from the database, unless it is empty, or its keys are missing or others. */
async function readWithKeys(
  read: ExamineOptions['read'],
): Promise<{ readonly stored: Stored | null; readonly finding: Finding }> {
  const check = 'database.keys';
  try {
    return { stored: await read(), finding: ok(check, 'The keys match the database.') };
  } catch (error) {
    if (error instanceof FolderError) {
      const elsewhere = 'Set DATABASE_URL or PERFUSE_DATA_DIR as for the server.';
      return { stored: null, finding: failed('database.installation', error.message, elsewhere) };
    }
    if (!(error instanceof Error) || !WITHOUT_KEYS.some((kind) => error instanceof kind))
      throw error;
    const advice = 'Set PERFUSE_SECRETS_FILE as for the server, or restore the file from a backup.';
    return { stored: null, finding: failed(check, error.message, advice) };
  }
}

/** Examines an installation from its settings to its public address. Changes nothing. */
export async function examine({
  configuration,
  environment,
  sendTo,
  read,
}: ExamineOptions): Promise<readonly Finding[]> {
  // Before the database is opened, because that restricts the rights of its files.
  const rights = checkFileRights(configuration, environment);
  const disk = await checkDisk(configuration);
  const database = await checkDatabase(configuration);
  const { stored, finding: keys } = database.isUsable
    ? await readWithKeys(read)
    : { stored: null, finding: withoutDatabase('database.keys') };
  const url = new URL(publicUrl(configuration));
  const reached = await checkPublicAddress(url, stored?.rows ?? []);
  return [
    nodeFinding(process.version, Date.now()),
    ...checkSettings(configuration),
    ...rights,
    ...disk,
    ...database.findings,
    keys,
    ...(await checkPorts(configuration, reached.isReached)),
    ...reached.findings,
    ...(await checkMail(configuration, sendTo)),
    stored === null ? withoutDatabase('mail.outbox') : outboxFinding(stored.failedMessages),
    ...(stored === null
      ? [withoutDatabase('webhook')]
      : await checkNames(configuration, stored.rows, stored.checkTarget)),
  ];
}
