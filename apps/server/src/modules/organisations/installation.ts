// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { randomSecret, sha256 } from '../../platform/crypto/digest.ts';
import { deriveLicenceKey, type Secrets } from '../../platform/crypto/secrets.ts';
import type { Platform } from '../../platform/platform.ts';
import { OrganisationDirectory } from './directory-repository.ts';
import { OrganisationRepository, type InstallationRow } from './organisation-repository.ts';
import { assertOwnSecrets } from './shared-secrets.ts';

export const DEMO_CONFIGURATION = { id: 'demo', accessCode: 'DEMO' } as const;

const NAMES = {
  organisation: 'Perfuse',
  identifier: 'perfuse',
  study: 'Vital signs',
  description: 'Vital signs from a 30-second video of the face.',
} as const;

export interface Installation {
  readonly organisationId: string;
  readonly studyId: string;
  readonly guestLicenceId: string;
  /** Licence key of the demo; null when the demo is off. */
  readonly demoLicenceKey: string | null;
}

async function ensureInstallation(organisations: OrganisationRepository): Promise<InstallationRow> {
  const present = await organisations.installation();
  if (present !== null) return present;
  const created = {
    organisation_id: randomUUID(),
    study_id: randomUUID(),
    guest_licence_id: randomUUID(),
  };
  // The guest licence's key is not stored: guests get their devices from this server itself.
  await organisations.createInstallation(created, NAMES, sha256(randomSecret()));
  return created;
}

/** Gives the installation's organisation its identifier, unless an operator set one or used it for another. */
async function ensureIdentifier(directory: OrganisationDirectory, id: string): Promise<void> {
  const organisation = await directory.find(id);
  const isNamed = organisation !== null && !['', id].includes(organisation.identifier);
  if (isNamed || (await directory.findByIdentifier(NAMES.identifier)) !== null) return;
  await directory.update(id, () => ({ identifier: NAMES.identifier }));
}

async function seedAccessCode(
  directory: OrganisationDirectory,
  row: InstallationRow,
  demo: boolean,
): Promise<void> {
  const code = DEMO_CONFIGURATION.accessCode;
  if (demo) {
    await directory.saveAccessCode({
      code,
      organisationId: row.organisation_id,
      studyId: row.study_id,
    });
    return;
  }
  const owner = await directory.ofAccessCode(code);
  if (owner?.id === row.organisation_id) await directory.deactivateAccessCode(code);
}

/**
 * What every installation needs: an organisation, a study and a licence for its guests. With the demo on, the same
 * organisation also has a licence key to hand out, the configuration `demo` and the access code `DEMO`; with it off, they
 * stop working, as do the devices under that key.
 * @throws SecretsMismatchError
 */
export async function seed(
  organisations: OrganisationRepository,
  directory: OrganisationDirectory,
  secrets: Secrets,
  demo: boolean,
): Promise<Installation> {
  const row = await ensureInstallation(organisations);
  await assertOwnSecrets(organisations, secrets);
  await ensureIdentifier(directory, row.organisation_id);
  await seedAccessCode(directory, row, demo);
  const demoLicenceKey = demo ? deriveLicenceKey(secrets, 'demo') : null;
  if (demoLicenceKey === null) {
    await directory.deactivateLicences('kind', 'demo');
    await organisations.removeConfiguration(DEMO_CONFIGURATION.id, row.organisation_id);
  } else {
    await organisations.activateLicence({
      id: randomUUID(),
      organisationId: row.organisation_id,
      keyHash: sha256(demoLicenceKey),
      kind: 'demo',
    });
    await organisations.saveConfiguration(
      DEMO_CONFIGURATION.id,
      row,
      DEMO_CONFIGURATION.accessCode,
    );
  }
  return {
    organisationId: row.organisation_id,
    studyId: row.study_id,
    guestLicenceId: row.guest_licence_id,
    demoLicenceKey,
  };
}

/**
 * The installation of a starting server; created at the first start.
 * @throws SecretsMismatchError
 */
export function openInstallation({
  configuration,
  database,
  now,
  exclusively,
  secrets,
}: Platform): Promise<Installation> {
  const organisations = new OrganisationRepository(database, now);
  return exclusively(async () => {
    const directory = new OrganisationDirectory(database, now);
    const { PERFUSE_DEMO: demo } = configuration;
    return seed(organisations, directory, secrets, demo);
  });
}

/**
 * The installation that a database holds; null where it has none.
 * Its demo key is left out: it is derived from the secrets when the server starts.
 */
export async function readInstallation(
  organisations: OrganisationRepository,
): Promise<Installation | null> {
  const row = await organisations.installation();
  if (row === null) return null;
  return {
    organisationId: row.organisation_id,
    studyId: row.study_id,
    guestLicenceId: row.guest_licence_id,
    demoLicenceKey: null,
  };
}
