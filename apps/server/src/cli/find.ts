// SPDX-License-Identifier: Apache-2.0
/** Finds things by the names that operators know. */
import { emailSchema } from '@perfuse/contract/account/identity';
import { ServiceError } from '../platform/errors/service-error.ts';
import { parseInput } from '../platform/errors/validation.ts';
import type { OrganisationRow, StudyRow } from '../modules/organisations/index.ts';
import type { Operator } from './operator.ts';
import type { UserRow } from '../modules/accounts/index.ts';

export const notFound = (what: string, name: string): ServiceError =>
  new ServiceError('NOT_FOUND', `There is no ${what} ${name}.`);

/** @throws ServiceError NOT_FOUND unless it was found. */
export function assertFound(isFound: boolean, what: string, name: string): void {
  if (!isFound) throw notFound(what, name);
}

/** Finds by identifier or id; without a name the installation's own. @throws ServiceError NOT_FOUND. */
export async function findOrganisation(
  { accounts, installation }: Operator,
  name: string | undefined,
): Promise<OrganisationRow> {
  if (name === undefined) return accounts.directory.find(installation.organisationId);
  const all = await accounts.directory.list();
  const found =
    all.find(({ identifier }) => identifier === name) ?? all.find(({ id }) => id === name);
  if (found === undefined) throw notFound('organisation', name);
  return found;
}

/**
 * Finds by id or name; without a name the organisation's only one. @throws ServiceError NOT_FOUND or VALIDATION_ERROR.
 */
export async function findStudy(
  operator: Operator,
  organisation: OrganisationRow,
  name: string | undefined,
): Promise<StudyRow> {
  const all = await operator.organisations.studies(organisation.id);
  const found =
    name === undefined ? all : all.filter((row) => row.id === name || row.name === name);
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  if (first === undefined) throw notFound('study', name ?? `of ${organisation.identifier}`);
  throw new ServiceError(
    'VALIDATION_ERROR',
    `There are several studies: choose one with --study (perfuse study list -o ${organisation.identifier}).`,
    { study: [['UNIQUE', []]] },
  );
}

/** Finds by id; or by email or phone number in an organisation. @throws ServiceError NOT_FOUND. */
export async function findPerson(
  operator: Operator,
  { person, organisation }: { readonly person: string; readonly organisation?: string | undefined },
): Promise<UserRow> {
  const { people } = operator.accounts;
  const isName = person.includes('@') || person.startsWith('+');
  if (!isName) return people.find(person);
  const { id } = await findOrganisation(operator, organisation);
  const name = person.startsWith('+')
    ? { phoneNumber: person }
    : { email: parseInput(emailSchema, person, 'person') };
  const found = await people.findByName(id, name);
  if (found === null) throw notFound('person', person);
  return found;
}

/**
 * Finds the configuration of the organisation whose link a person gets; null without an id. @throws ServiceError
 * NOT_FOUND.
 */
export async function findLink(
  { configurations }: Operator,
  organisationId: string,
  id: string | undefined,
): Promise<string | null> {
  if (id === undefined) return null;
  const { organisation_id } = await configurations.find(id);
  if (organisation_id !== organisationId) throw notFound('configuration of the organisation', id);
  return id;
}
