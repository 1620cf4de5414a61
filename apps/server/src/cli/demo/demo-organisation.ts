// SPDX-License-Identifier: Apache-2.0
/** An organisation of made-up people with a history of measurements, for screenshots and demonstrations. */
import { randomUUID } from 'node:crypto';
import {
  CONSENT_PURPOSES,
  POLICY_VERSION,
  type ConsentRecord,
} from '@perfuse/contract/account/consent';
import type { UserRow } from '../../modules/accounts/index.ts';
import type { OrganisationRow } from '../../modules/organisations/index.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import type { Services } from '../../services.ts';
import { eraseOrganisation } from '../erase-organisation.ts';
import { generatePassword } from '../generate-password.ts';
import type { Operator } from '../operator.ts';
import { analyseDemo, demoTimes } from './demo-measurements.ts';
import { MADE_UP_PEOPLE, type MadeUpPerson } from './made-up-people.ts';

const DEMO = {
  identifier: 'demo-clinic',
  name: 'Demo clinic',
  accessCode: 'DEMO-CLINIC',
  study: 'Demonstration',
  /** Description of the study: distinguishes the demo from another organisation with the same identifier. */
  mark: 'Made-up people and measurements, loaded by perfuse demo.',
} as const;

const CONSENT: ConsentRecord = {
  description: DEMO.mark,
  data_controller: { company: DEMO.name, contact: '', email: '', on_behalf: false },
  purposes: CONSENT_PURPOSES.map((purpose) => ({
    authorized: true,
    purpose,
    description: DEMO.mark,
  })),
  policy_url: '/privacy',
  policy_version: POLICY_VERSION,
  collection_mode: 'WEB',
};

/** A person who can sign in, with the password, which is not shown again. */
export interface DemoPerson {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly measurements: number;
}

export interface DemoOrganisation {
  readonly id: string;
  readonly identifier: string;
  readonly accessCode: string;
  readonly people: readonly DemoPerson[];
}

/** @throws ServiceError RESTRICTED if an organisation that is not demo data has its identifier. */
export async function findDemo(operator: Operator): Promise<OrganisationRow | null> {
  const all = await operator.accounts.directory.list();
  const found = all.find(({ identifier }) => identifier === DEMO.identifier);
  if (found === undefined) return null;
  const studies = await operator.organisations.studies(found.id);
  if (studies.some(({ description }) => description === DEMO.mark)) return found;
  throw new ServiceError(
    'RESTRICTED',
    `The organisation ${DEMO.identifier} is not demo data: it was not created by this command.`,
  );
}

/** Keeps demo data from being loaded beside real organisations by mistake. @throws ServiceError RESTRICTED. */
export async function assertAlone({ accounts, installation }: Operator): Promise<void> {
  const others = (await accounts.directory.list()).filter(
    ({ id }) => id !== installation.organisationId,
  );
  if (others.length === 0) return;
  throw new ServiceError(
    'RESTRICTED',
    `This installation has other organisations (${others.map(({ identifier }) => identifier).join(', ')}). To load demo data anyway, use --beside-others.`,
  );
}

interface Measured {
  readonly user: UserRow;
  readonly person: MadeUpPerson;
  readonly studyId: string;
}

/**
 * A person signs in, consents, measures and signs out; consent and measurement take place at the time of the services'
 * clock. The session has the current time: a running server deletes long expired ones at any moment.
 */
async function measureOnce(
  { accounts: { sessions, tokens, devices } }: Operator,
  { accounts, measurements }: Services,
  { user, person, studyId }: Measured,
  at: number,
  end: number,
  whoRegion: string | undefined,
): Promise<void> {
  const { Token } = await sessions.open(user);
  const principal = await tokens.authenticate(Token);
  const { deviceId, organisationId } = principal;
  const userId = user.id;
  const owner = { deviceId, organisationId, userId };
  if (at === 0) await accounts.consents.create(owner, CONSENT);
  const { receiptId, storesFor } = await accounts.consents.permission(owner);
  const profiles = await measurements.profiles.list({ owner, limit: 1, offset: 0 });
  const outcome = await measurements.finished.store({
    measurement: {
      id: randomUUID(),
      organisationId,
      deviceId,
      consent: { userId, receiptId, isStored: storesFor !== null },
      studyId,
      profileId: profiles.rows[0]?.id ?? null,
      partnerId: '',
      mode: 'DISCRETE',
      resolution: 100,
    },
    ...analyseDemo(person, at, end, whoRegion),
  });
  await devices.revokeSession(userId, principal.familyId);
  if (outcome !== 'COMPLETE') throw new Error(`A demo measurement was not stored: ${outcome}.`);
}

async function fill(operator: Operator, organisation: OrganisationRow, times: readonly number[]) {
  let clock = (times[0] ?? 0) - 3_600_000;
  const services = operator.servicesAt(() => clock);
  const { directory, people } = services.accounts;
  const { PERFUSE_WHO_REGION: whoRegion } = operator.configuration;
  const studyId = await directory.createStudy(organisation.id, DEMO.study, DEMO.mark);
  const accessCode = await directory.createAccessCode(organisation.id, studyId, DEMO.accessCode);
  const made: DemoPerson[] = [];
  for (const person of MADE_UP_PEOPLE) {
    clock = (times[0] ?? 0) - 3_600_000;
    const { email, firstName, lastName, dateOfBirth, demographics } = person;
    const password = generatePassword(organisation.password_policy);
    const user = await people.createUser(organisation.id, {
      email,
      firstName,
      lastName,
      password,
      details: {
        gender: demographics.sex,
        dateOfBirth,
        heightCm: String(demographics.heightCm),
        weightKg: String(demographics.weightKg),
      },
    });
    for (const [at, end] of times.entries()) {
      clock = end;
      await measureOnce(operator, services, { user, person, studyId }, at, end, whoRegion);
    }
    made.push({ id: user.id, email, password, measurements: times.length });
  }
  return { accessCode, people: made };
}

/**
 * Loads the demo organisation with its people and the measurements of the past weeks. A partial load is removed again.
 * @throws ServiceError VALIDATION_ERROR if another organisation has its access code.
 */
export async function createDemo(operator: Operator, now: number): Promise<DemoOrganisation> {
  const times = demoTimes(now);
  const { directory } = operator.accounts;
  const { name, identifier } = DEMO;
  const organisation = await directory.createOrganisation({
    name,
    identifier,
    allow_signup: false,
  });
  try {
    return {
      id: organisation.id,
      identifier,
      ...(await fill(operator, organisation, times)),
    };
  } catch (error) {
    await eraseOrganisation(operator, organisation.id);
    throw error;
  }
}
