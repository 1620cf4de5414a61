// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { emailSchema } from '@perfuse/contract/account/identity';
import {
  ADMINISTRATOR_PASSWORD_POLICY,
  ADMIN_IDLE_S,
  ADMIN_SESSION_S,
} from '@perfuse/contract/admin/session';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { parseInput, taken } from '../../../platform/errors/validation.ts';
import { randomSecret, sha256 } from '../../../platform/crypto/digest.ts';
import type { AdministratorRepository } from './administrator-repository.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { AttemptLimits } from '../attempts/attempt-limits.ts';
import type { Background } from '../background.ts';
import type { PasswordVerifier } from '../passwords/password-verifier.ts';
import { assertNewPassword } from '../passwords/new-passwords.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { AdministratorRow } from '../tables.ts';

const IDLE_MS = 1000 * ADMIN_IDLE_S;

export interface AdministratorDeps {
  readonly store: AdministratorRepository;
  readonly passwords: Passwords;
  readonly limits: AttemptLimits;
  readonly administratorPasswords: PasswordVerifier<AdministratorRow>;
  readonly audit: AuditLog;
  readonly background: Background;
  readonly now: () => number;
}

/** Administrators of the admin page: created only on the command line, signed in by e-mail and password. */
export class Administrators {
  readonly #deps: AdministratorDeps;

  constructor(deps: AdministratorDeps) {
    this.#deps = deps;
  }

  /**
   * @param organisationId the organisation they administer; null for the whole installation.
   * @throws ServiceError VALIDATION_ERROR for a bad or taken e-mail, or a password that breaks the policy.
   */
  async add(
    email: string,
    password: string,
    organisationId: string | null,
  ): Promise<AdministratorRow> {
    const { store, passwords } = this.#deps;
    const address = parseInput(emailSchema, email, 'email');
    await assertNewPassword(ADMINISTRATOR_PASSWORD_POLICY, password, { email });
    const id = randomUUID();
    const password_hash = await passwords.hash(password);
    const added = { id, email: address, password_hash, organisation_id: organisationId };
    if (!(await store.add(added))) {
      throw taken('email');
    }
    return this.find(id);
  }

  list = (): Promise<readonly AdministratorRow[]> => this.#deps.store.list();

  /** @param name id or e-mail. @throws ServiceError NOT_FOUND. */
  async find(name: string): Promise<AdministratorRow> {
    const { store } = this.#deps;
    const row = name.includes('@')
      ? await store.findByEmail(parseInput(emailSchema, name, 'email'))
      : await store.find(name);
    if (row === null) throw new ServiceError('NOT_FOUND', `There is no administrator ${name}.`);
    return row;
  }

  /** Sets a password, ends every session and lifts a lock-out. @throws ServiceError VALIDATION_ERROR. */
  async reset({ id, email }: AdministratorRow, password: string): Promise<void> {
    const { store, passwords, limits } = this.#deps;
    await assertNewPassword(ADMINISTRATOR_PASSWORD_POLICY, password, { email });
    await store.changePassword(id, { hash: await passwords.hash(password) });
    await limits.unlockAccount('administrator', email);
  }

  /** Ends every session as well. */
  async remove(id: string): Promise<void> {
    await this.#deps.store.remove(id);
  }

  /** Notes a wrong password in the audit log. @throws as {@link PasswordVerifier.verify}. */
  async check(email: string, password: string, address: string): Promise<AdministratorRow> {
    const { store, administratorPasswords, background } = this.#deps;
    const find = () => store.findByEmail(email);
    try {
      return await administratorPasswords.verify(email, find, password, address);
    } catch (error) {
      // The lock-out limits how often this happens.
      if (error instanceof ServiceError && error.code === 'INVALID_USER') {
        background.run(() => this.#note(email, error));
      }
      throw error;
    }
  }

  async #note(email: string, refusal: ServiceError): Promise<void> {
    const { store, audit } = this.#deps;
    const row = await store.findByEmail(email);
    if (row === null) return;
    const audited = {
      actor: `administrator:${row.id}`,
      action: 'administrator.check' as const,
      target: row.id,
      details: ['password'],
    };
    await audit
      .record(audited, () => Promise.reject(refusal))
      .catch((error: unknown) => {
        if (error !== refusal) throw error;
      });
  }

  /**
   * @param row with the password that was proven.
   * @returns the token that the session's cookie holds; only its hash is stored.
   * @throws ServiceError INVALID_USER when they were removed or given another password since.
   */
  async openSession(row: AdministratorRow): Promise<string> {
    const token = randomSecret();
    const endsAt = this.#deps.now() + 1000 * ADMIN_SESSION_S;
    if (!(await this.#deps.store.openSession(row, sha256(token), endsAt))) {
      throw new ServiceError('INVALID_USER');
    }
    return token;
  }

  /** The administrator of a session's token; null when the session has ended. */
  useSession = (token: string): Promise<AdministratorRow | null> =>
    this.#deps.store.useSession(sha256(token), IDLE_MS);

  endSession = (token: string): Promise<void> => this.#deps.store.endSession(sha256(token));

  /**
   * Changes the administrator's own password and ends every session but this one.
   * @param row with the password that was proven.
   * @throws ServiceError VALIDATION_ERROR, or INVALID_USER when the password has changed since.
   */
  async changePassword(row: AdministratorRow, password: string, token: string): Promise<void> {
    const { store, passwords } = this.#deps;
    await assertNewPassword(ADMINISTRATOR_PASSWORD_POLICY, password, { email: row.email });
    const change = { hash: await passwords.hash(password), provenHash: row.password_hash };
    const isChanged = await store.changePassword(row.id, change, sha256(token));
    if (!isChanged) throw new ServiceError('INVALID_USER');
  }

  purge = (): Promise<void> => this.#deps.store.purge(IDLE_MS);
}
