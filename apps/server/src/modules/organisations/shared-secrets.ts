// SPDX-License-Identifier: Apache-2.0
import { matchesSecrets, secretsId, type Secrets } from '../../platform/crypto/secrets.ts';
import type { OrganisationRepository } from './organisation-repository.ts';

/** The server's secrets are not those that its database is used with. */
export class OtherSecretsError extends Error {
  override readonly name = 'OtherSecretsError';
  readonly code = 'OTHER_SECRETS';
  constructor() {
    super(
      "The secrets here are not those of the database: servers that share DATABASE_URL share one PERFUSE_SECRETS_FILE. To go on with new ones, which ends every session: update installations set secrets_id = ''.",
    );
  }
}

/**
 * All servers on one store must sign with the same keys: otherwise one refuses the tokens of another.
 * @throws OtherSecretsError
 */
export async function assertSharedSecrets(
  organisations: OrganisationRepository,
  secrets: Secrets,
): Promise<void> {
  const own = secretsId(secrets);
  if ((await organisations.adoptSecrets(own)) !== own) throw new OtherSecretsError();
}

/**
 * The same of a command, which names none: it may be the one with other secrets.
 * @throws OtherSecretsError
 */
export async function assertSecretsInUse(
  organisations: OrganisationRepository,
  secrets: Secrets,
): Promise<void> {
  if (!matchesSecrets(await organisations.secretsId(), secrets)) throw new OtherSecretsError();
}
