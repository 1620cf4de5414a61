// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  keptMeasurementSchema,
  personalDataSchema,
  type HistoryItem,
  type KeptMeasurement,
  type PersonalData,
} from '@perfuse/contract/account/history';
import { emailSchema, phoneNumberSchema } from '@perfuse/contract/account/identity';
import type { Role } from '@perfuse/contract/account/roles';
import type { UserAccount } from '@perfuse/contract/account/session';
import { RESULT_MULTIPLIER } from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Erased } from '../../../platform/platform.ts';
import { parseInput } from '../../../platform/errors/validation.ts';
import type { ConsentRepository } from './consent-repository.ts';
import type { DeviceRepository } from '../tokens/device-repository.ts';
import {
  PROFILES_PER_PERSON,
  type HistoryRepository,
  type HistoryRow,
  type KeptRows,
  type ProfileRepository,
} from '../../measurements/index.ts';
import type { ActorGuard, UserChange, UserRepository } from '../users/user-repository.ts';
import { ACCOUNT_ATTEMPTS, accountName, type AttemptLimits } from '../attempts/attempt-limits.ts';
import { toConsentAnswer } from './consents.ts';
import type { Directory } from '../../organisations/index.ts';
import { assertNewPassword } from '../passwords/new-passwords.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { UserDetails, UserRow } from '../tables.ts';

export interface PeopleDeps {
  readonly directory: Directory;
  readonly users: UserRepository;
  readonly passwords: Passwords;
  readonly limits: AttemptLimits;
  readonly profiles: ProfileRepository;
  readonly consents: ConsentRepository;
  readonly history: HistoryRepository;
  readonly devices: DeviceRepository;
  readonly region: string;
  readonly erased: Erased;
  readonly now: () => number;
}

export const toHistoryItem = (row: HistoryRow): HistoryItem => ({
  ID: row.id,
  StudyID: row.study_id,
  Created: row.created_at,
  Completed: row.completed_at,
  Multiplier: RESULT_MULTIPLIER,
  Channels: row.channels,
});

function toKeptMeasurement({ measurement, results }: KeptRows): KeptMeasurement {
  const intermediate = results.filter((result) => !result.is_final);
  return {
    ID: measurement.id,
    StudyID: measurement.study_id,
    ProfileID: measurement.profile_id,
    PartnerID: measurement.partner_id,
    Status: measurement.status,
    Created: measurement.created_at,
    Completed: measurement.completed_at,
    Multiplier: RESULT_MULTIPLIER,
    Channels: results.find((result) => result.is_final)?.channels ?? {},
    Intermediate: intermediate.map((result) => ({
      Created: result.created_at,
      Channels: result.channels,
    })),
  };
}

/** Measurements that are read and written at once: other requests are served in between. */
const MEASUREMENTS_PAGE = 25;

const restSchema = z.omit(personalDataSchema, { measurements: true });
type Rest = z.output<typeof restSchema>;

async function allOf<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of pages) all.push(...rows);
  return all;
}

async function* textOf(
  rest: Rest,
  pages: AsyncIterable<readonly KeptMeasurement[]>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(z.parse(restSchema, rest)).slice(0, -1)},"measurements":[`;
  let separator = '';
  for await (const page of pages) {
    for (const measurement of page) {
      yield `${separator}${JSON.stringify(z.parse(keptMeasurementSchema, measurement))}`;
      separator = ',';
    }
  }
  yield ']}';
}

/** User accounts, for their owners, staff and the operator. */
export class People {
  readonly #deps: PeopleDeps;

  constructor(deps: PeopleDeps) {
    this.#deps = deps;
  }

  /** The study of the access code that a person last used; null for the organisation's study. */
  async studyOf(userId: string): Promise<string | null> {
    return (await this.#deps.users.find(userId))?.study_id ?? null;
  }

  /**
   * Creates an account for the operator, staff or a protocol client.
   * @throws ServiceError VALIDATION_ERROR for a bad or taken e-mail or phone number, or a password against the policy.
   */
  async createUser(
    organisationId: string,
    given: {
      readonly email?: string;
      readonly phoneNumber?: string;
      readonly password?: string;
      readonly firstName?: string;
      readonly lastName?: string;
      readonly role?: Role;
      readonly details?: Partial<UserDetails>;
    },
  ): Promise<UserRow> {
    const { directory, users, passwords } = this.#deps;
    const email = given.email === undefined ? null : parseInput(emailSchema, given.email, 'email');
    const phoneNumber =
      given.phoneNumber === undefined
        ? null
        : parseInput(phoneNumberSchema, given.phoneNumber, 'phoneNumber');
    if (email === null && phoneNumber === null) {
      throw new ServiceError('VALIDATION_ERROR', 'email or phoneNumber is required.', {
        email: [['REQUIRED', []]],
      });
    }
    const organisation = await directory.find(organisationId);
    if (given.password !== undefined) {
      const { firstName = '', lastName = '' } = given;
      await assertNewPassword(organisation.password_policy, given.password, {
        email,
        phoneNumber,
        names: [organisation.name, organisation.identifier, firstName, lastName],
      });
    }
    const id = randomUUID();
    const isNew = await users.create({
      id,
      organisationId,
      email,
      phoneNumber,
      passwordHash: given.password === undefined ? null : await passwords.hash(given.password),
      firstName: given.firstName ?? '',
      lastName: given.lastName ?? '',
      role: given.role,
      details: given.details,
    });
    if (!isNew) {
      throw new ServiceError('VALIDATION_ERROR', 'email or phoneNumber is taken.', {
        email: [['UNIQUE', []]],
      });
    }
    return this.find(id);
  }

  /** @throws ServiceError NOT_FOUND. */
  async find(userId: string): Promise<UserRow> {
    const user = await this.#deps.users.find(userId);
    if (user === null) throw new ServiceError('NOT_FOUND', 'There is no such person.');
    return user;
  }

  /** @throws ServiceError NOT_FOUND, the same for a person of another organisation. */
  async findMember(organisationId: string, userId: string): Promise<UserRow> {
    const user = await this.#deps.users.find(userId);
    if (user?.organisation_id !== organisationId) throw new ServiceError('NOT_FOUND');
    return user;
  }

  findByName: UserRepository['findByName'] = (organisationId, name) =>
    this.#deps.users.findByName(organisationId, name);
  list: UserRepository['list'] = (page) => this.#deps.users.list(page);

  /** @throws ServiceError NOT_FOUND, or what the guard throws. */
  async update(userId: string, change: UserChange, guard?: ActorGuard): Promise<void> {
    const isThere = await this.#deps.users.update(userId, change, guard);
    if (!isThere) throw new ServiceError('NOT_FOUND');
  }

  /** Suspending ends every session. @throws ServiceError NOT_FOUND. */
  setStatus(userId: string, status: UserRow['status']): Promise<void> {
    return this.update(userId, { status });
  }

  /** Ends a suspension and every lock-out for too many attempts. @throws ServiceError NOT_FOUND. */
  async unlock(userId: string): Promise<void> {
    await this.setStatus(userId, 'ACTIVE');
    const { id, organisation_id, email, phone_number } = await this.find(userId);
    const names = [email, phone_number].filter((name) => name !== null);
    for (const name of [id, ...names.map((one) => accountName(organisation_id, one))]) {
      for (const what of ACCOUNT_ATTEMPTS) await this.#deps.limits.unlockAccount(what, name);
    }
  }

  account(user: UserRow): UserAccount {
    return {
      ID: user.id,
      OrganizationID: user.organisation_id,
      RoleID: user.role,
      StatusID: user.status,
      Email: user.email ?? '',
      PhoneNumber: user.phone_number ?? '',
      FirstName: user.first_name,
      LastName: user.last_name,
      Gender: user.details.gender,
      DateOfBirth: user.details.dateOfBirth,
      HeightCm: user.details.heightCm,
      WeightKg: user.details.weightKg,
      LoginMethod: user.password_hash === null ? 'phone' : 'password',
      IsVerified: user.verified,
      MFAEnabled: user.second_factor_at !== null,
      Region: this.#deps.region,
      Created: user.created_at,
      Updated: user.updated_at,
    };
  }

  async #allButMeasurements(userId: string): Promise<Rest> {
    const { profiles, consents, devices, now } = this.#deps;
    const user = await this.find(userId);
    const owner = { deviceId: '', userId };
    const owned = await profiles.list({ owner, limit: PROFILES_PER_PERSON, offset: 0 });
    return {
      exported: now(),
      account: this.account(user),
      profiles: owned.rows.map((row) => ({
        ID: row.id,
        Name: row.name,
        Email: row.email,
        Status: row.status,
        Created: row.created_at,
        Updated: row.updated_at,
      })),
      consents: (await consents.history(owner)).map(toConsentAnswer),
      sessions: (await devices.ofUser(userId)).map((row) => ({
        Created: row.created_at,
        LastUsed: Math.max(row.created_at, row.seen_at),
        Type: row.type,
        Browser: row.browser,
        System: row.system,
      })),
    };
  }

  async *#measurementsOf(userId: string): AsyncGenerator<readonly KeptMeasurement[]> {
    for (let last: KeptRows | undefined; ;) {
      const rows = await this.#deps.history.kept(userId, MEASUREMENTS_PAGE, last?.measurement);
      yield rows.map(toKeptMeasurement);
      last = rows.at(-1);
      if (rows.length < MEASUREMENTS_PAGE) break;
      await setImmediate();
    }
    // Of a person who was erased in the meantime, the rest is missing: the file must not look complete.
    await this.find(userId);
  }

  /** Everything stored about a person. @throws ServiceError NOT_FOUND, also when they are erased in the meantime. */
  async exportData(userId: string): Promise<PersonalData> {
    const rest = await this.#allButMeasurements(userId);
    return { ...rest, measurements: await allOf(this.#measurementsOf(userId)) };
  }

  /** The same as JSON text, streamed because it can be long; fails at the end when they are erased in the meantime. */
  async exportText(userId: string): Promise<AsyncIterable<string>> {
    return textOf(await this.#allButMeasurements(userId), this.#measurementsOf(userId));
  }

  /**
   * Deletes the account with everything stored about the person.
   * @param guard its actor is the person themselves where they request it.
   * @throws ServiceError NOT_FOUND, LAST_ADMINISTRATOR, or what the guard throws.
   */
  async erase(userId: string, guard?: ActorGuard): Promise<void> {
    const { users, erased } = this.#deps;
    if (!(await users.remove(userId, guard))) throw new ServiceError('NOT_FOUND');
    await erased();
  }
}
