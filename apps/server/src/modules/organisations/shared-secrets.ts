// SPDX-License-Identifier: Apache-2.0
import { matchesSecrets, secretsId, type Secrets } from '../../platform/crypto/secrets.ts';
import type { OrganisationRepository } from './organisation-repository.ts';

/** The secrets here are not those that the database is used with. */
export class SecretsMismatchError extends Error {
  override readonly name = 'SecretsMismatchError';
  readonly code = 'OTHER_SECRETS';
  constructor() {
    super(
      "The keys do not match the database. Set PERFUSE_SECRETS_FILE to the file with its keys (by default secrets.json in the data folder), or restore that file from a backup; servers that share DATABASE_URL must share one PERFUSE_SECRETS_FILE. To continue with new keys, which ends every session and loses what the old ones encrypted, run in the database: update installations set secrets_id = ''.",
    );
  }
}

/**
 * With other keys, a server would refuse issued tokens and could not read encrypted data. The first keys that a
 * database is used with become its own.
 * @throws SecretsMismatchError
 */
export async function assertOwnSecrets(
  organisations: OrganisationRepository,
  secrets: Secrets,
): Promise<void> {
  const own = secretsId(secrets);
  if ((await organisations.adoptSecrets(own)) !== own) throw new SecretsMismatchError();
}

/**
 * The same check for a command, which stores no id: it may be the one with other secrets.
 * @throws SecretsMismatchError
 */
export async function assertSecretsMatch(
  organisations: OrganisationRepository,
  secrets: Secrets,
): Promise<void> {
  if (!matchesSecrets(await organisations.secretsId(), secrets)) throw new SecretsMismatchError();
}
