// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { accessCodeSchema, orgIdentifierSchema } from '@perfuse/contract/account/identity';
import type { OrganisationAnswer } from '@perfuse/contract/account/organisation';
import { passwordPolicySchema, type PasswordPolicy } from '@perfuse/contract/account/password';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { parseInput, taken } from '../../platform/errors/validation.ts';
import { randomSecret, sha256 } from '../../platform/crypto/digest.ts';
import type { Erased } from '../../platform/platform.ts';
import type { Installation } from './installation.ts';
import type { OrganisationDetails, OrganisationDirectory } from './directory-repository.ts';
import { holdsPicture } from './pictures.ts';
import type { OrganisationRow } from './tables.ts';

type OrganisationChange = Partial<Omit<OrganisationDetails, 'identifier'>>;

/** How callers name an organisation; without any, the installation's own is meant. */
export interface OrganisationName {
  readonly configId?: string | null;
  readonly accessCode?: string | null;
  readonly identifier?: string | null;
}

export const toOrganisationAnswer = (row: OrganisationRow): OrganisationAnswer => ({
  ...row.password_policy,
  ID: row.id,
  Name: row.name,
  Identifier: row.identifier,
  StatusID: row.status,
  Contact: row.contact,
  Email: row.email,
  OrgAddresses: row.addresses,
  Created: row.created_at,
  Updated: row.updated_at,
});

const LOGO =
  /^(?:https?:\/\/\S{1,2000}\.(?:jpe?g|png)|data:image\/(?:png|jpeg);base64,[\w+/]+=*)$/i;
const MAX_LOGO = 300_000;

/** Organisations with what belongs to them, for sign-in, for clients and for operators. */
export class Directory {
  readonly #store: OrganisationDirectory;
  readonly #installation: Installation;
  readonly #erased: Erased;

  constructor(store: OrganisationDirectory, installation: Installation, erased: Erased) {
    this.#store = store;
    this.#installation = installation;
    this.#erased = erased;
  }

  /** @returns null when a name does not exist or no longer works, or the names are of different organisations. */
  async resolve({
    configId,
    accessCode,
    identifier,
  }: OrganisationName): Promise<OrganisationRow | null> {
    const named = await Promise.all([
      ...(typeof configId === 'string' ? [this.#store.ofConfiguration(configId)] : []),
      ...(typeof accessCode === 'string' ? [this.#store.ofAccessCode(accessCode)] : []),
      ...(typeof identifier === 'string' ? [this.#store.findByIdentifier(identifier)] : []),
    ]);
    const [first, ...others] = named;
    if (first === undefined) return this.#store.find(this.#installation.organisationId);
    return others.every((other) => other?.id === first?.id) ? first : null;
  }

  /** The study that an access code or a configuration names; null where neither does. */
  async studyNamedBy({ configId, accessCode }: OrganisationName): Promise<string | null> {
    const ofCode =
      typeof accessCode === 'string' ? await this.#store.studyOfAccessCode(accessCode) : null;
    if (ofCode !== null || typeof configId !== 'string') return ofCode;
    return this.#store.studyOfConfiguration(configId);
  }

  /** @throws ServiceError NOT_FOUND. */
  async find(id: string): Promise<OrganisationRow> {
    const row = await this.#store.find(id);
    if (row === null) throw new ServiceError('NOT_FOUND', 'There is no such organisation.');
    return row;
  }

  list = (): Promise<readonly OrganisationRow[]> => this.#store.list();

  /** @throws ServiceError VALIDATION_ERROR for a bad or taken identifier, a bad policy or a bad logo. */
  async createOrganisation(
    details: Partial<OrganisationDetails> & { readonly name: string; readonly identifier: string },
  ): Promise<OrganisationRow> {
    parseInput(orgIdentifierSchema, details.identifier, 'identifier');
    assertDetails(details);
    const id = randomUUID();
    if (!(await this.#store.create(id, details))) {
      throw taken('identifier');
    }
    return this.find(id);
  }

  /**
   * @param details the change, or a function that computes it from the row at the time of the write.
   * @throws ServiceError NOT_FOUND, VALIDATION_ERROR, or RESTRICTED for suspending the installation's own.
   */
  async updateOrganisation(
    id: string,
    details: OrganisationChange | ((present: OrganisationRow) => OrganisationChange),
  ): Promise<OrganisationRow> {
    await this.#store.update(id, (present) => {
      const change = typeof details === 'function' ? details(present) : details;
      assertDetails(change);
      if (change.status === 'SUSPENDED') this.#assertOther(id, 'suspended');
      return change;
    });
    return this.find(id);
  }

  /** @throws ServiceError RESTRICTED for the installation's own. */
  assertRemovable = (id: string): void => this.#assertOther(id, 'deleted');

  #assertOther(id: string, refused: string): void {
    if (id === this.#installation.organisationId) {
      throw new ServiceError(
        'RESTRICTED',
        `The installation's own organisation cannot be ${refused}.`,
      );
    }
  }

  /**
   * Deletes an organisation with what belongs to it. The caller deletes its people and measurements first, through
   * their own services.
   * @throws ServiceError NOT_FOUND, or RESTRICTED for the installation's own.
   */
  async removeOrganisation(id: string): Promise<void> {
    this.assertRemovable(id);
    if (!(await this.#store.remove(id))) throw new ServiceError('NOT_FOUND');
    await this.#erased();
  }

  /**
   * @param field the caller's field for the name.
   * @throws ServiceError NOT_FOUND for the organisation, VALIDATION_ERROR for a taken name.
   */
  async createStudy(
    organisationId: string,
    name: string,
    description = '',
    field = 'name',
  ): Promise<string> {
    const id = randomUUID();
    await this.find(organisationId);
    if (!(await this.#store.createStudy({ id, organisationId, name, description }))) {
      throw taken(field);
    }
    return id;
  }

  /** @throws ServiceError VALIDATION_ERROR for a bad code or one of another organisation, NOT_FOUND for the study. */
  async createAccessCode(
    organisationId: string,
    studyId: string,
    code: string,
    expiresAt: number | null = null,
  ): Promise<string> {
    const upper = parseInput(accessCodeSchema, code, 'code');
    const wanted = { code: upper, organisationId, studyId, expiresAt };
    const outcome = await this.#store.saveAccessCode(wanted);
    if (outcome === 'no study') throw new ServiceError('NOT_FOUND', 'There is no such study.');
    if (outcome === 'taken') {
      throw taken('code');
    }
    return upper;
  }

  accessCodes = (organisationId: string) => this.#store.accessCodes(organisationId);
  revokeAccessCode = (code: string): Promise<boolean> =>
    this.#store.deactivateAccessCode(code.toUpperCase());

  /** @returns the key: it is not stored and cannot be shown again. */
  async createLicence(
    organisationId: string,
    name: string,
  ): Promise<{ readonly id: string; readonly key: string }> {
    await this.find(organisationId);
    const id = randomUUID();
    const key = `prf-${randomSecret()}`;
    await this.#store.createLicence({ id, organisationId, name, keyHash: sha256(key) });
    return { id, key };
  }

  licences = (organisationId: string) => this.#store.licences(organisationId);
  /** Stops a licence and the tokens of its devices. @throws ServiceError RESTRICTED for the guests' licence. */
  async revokeLicence(id: string): Promise<boolean> {
    if (id === this.#installation.guestLicenceId) {
      throw new ServiceError(
        'RESTRICTED',
        "The licence of the installation's guests cannot be revoked.",
      );
    }
    return this.#store.deactivateLicences('id', id);
  }

  /** Readmits visitors by link. @returns false for any other licence, whose key may be known. */
  activateVisitors = (licenceId: string): Promise<boolean> =>
    this.#store.activateVisitors(licenceId);

  /** @throws ServiceError NOT_FOUND. */
  async passwordPolicy(identifier: string | undefined): Promise<PasswordPolicy> {
    const row = await this.resolve(identifier ? { identifier } : {});
    if (row === null) throw new ServiceError('NOT_FOUND');
    return row.password_policy;
  }
}

function assertDetails(details: Partial<OrganisationDetails>): void {
  if (details.password_policy !== undefined) {
    parseInput(passwordPolicySchema, details.password_policy, 'password_policy');
  }
  const logo = details.logo ?? '';
  if (logo !== '' && (logo.length > MAX_LOGO || !LOGO.test(logo) || !holdsPicture(logo))) {
    throw new ServiceError(
      'VALIDATION_ERROR',
      'logo must be a png or jpeg address or data image.',
      {
        logo: [['FORMAT', []]],
      },
    );
  }
}
