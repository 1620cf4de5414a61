// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import type { Enrolment, SecondFactorState } from '@perfuse/contract/account/second-factor';
import type { Language } from '@perfuse/contract/language';
import { z } from '@perfuse/contract/schema';
import type { Encryption } from '../../../platform/crypto/encryption.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { AttemptLimits } from '../attempts/attempt-limits.ts';
import { secondFactorEmail } from '../emails/email-templates.ts';
import { postNotice, type NoticeDeps } from '../emails/notices.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { Requester } from '../requester.ts';
import type { FactorHolders, Holder, HolderAccount } from './factor-holders.ts';
import { otpauthUri, newSecret, stepOf } from './one-time-codes.ts';
import {
  isRecoveryCode,
  newRecoveryCodes,
  normaliseCode,
  formatRecoveryCode,
} from './recovery-codes.ts';
import type { SecondFactorRepository } from './second-factor-repository.ts';
import type { SecondFactorRow } from '../tables.ts';

/** How long a new factor waits for its first code, ms. */
export const PENDING_MS = 1_800_000;
const encryptedSchema = z.object({ id: z.string(), secret: z.string() });

export interface SecondFactorDeps extends NoticeDeps {
  readonly store: SecondFactorRepository;
  /** Encrypts the secrets of the apps: a copy of the database alone cannot generate codes. */
  readonly encryption: Encryption;
  readonly passwords: Passwords;
  readonly limits: AttemptLimits;
  readonly audit: AuditLog;
}

/** Credentials required again before a factor is changed. */
export interface FactorProof {
  readonly password?: string;
  readonly code: string;
}

/** Authenticator apps of users or of administrators: enrolling one, checking its codes, turning it off. */
export class SecondFactor<A extends HolderAccount> {
  readonly #deps: SecondFactorDeps;
  readonly #holders: FactorHolders<A>;
  /** Whether accounts with a password must have a second factor. */
  readonly isRequired: boolean;

  constructor(deps: SecondFactorDeps, holders: FactorHolders<A>) {
    this.#deps = deps;
    this.#holders = holders;
    this.isRequired = holders.isRequired;
  }

  /** Whether the account must have a second factor and has none. */
  isMissing = (account: A): boolean =>
    account.second_factor_at === null && this.#isRequiredOf(account);

  async state(id: string): Promise<SecondFactorState> {
    const account = await this.#find(id);
    const since = account.second_factor_at;
    const recoveryCodes = since === null ? 0 : await this.#deps.store.countRecoveryCodes(id);
    const isRequired = this.#isRequiredOf(account);
    return { since, recoveryCodes, ...(isRequired ? { isRequired } : {}) };
  }

  /**
   * Creates a secret for an app. Its first code turns the factor on.
   * @throws ServiceError RESTRICTED when one is on.
   */
  async begin(id: string): Promise<Enrolment> {
    const { store, encryption } = this.#deps;
    const account = await this.#find(id);
    const secret = newSecret();
    // With the holder's id inside, so that a row copied to another holder cannot be used.
    const encrypted = await encryption.encrypt('second-factor', JSON.stringify({ id, secret }));
    if (!(await store.begin(this.#holder(id), encrypted, newSalt()))) {
      throw new ServiceError('RESTRICTED', 'A second factor is already set up: turn it off first.');
    }
    const issuer = await this.#holders.issuer(account);
    const name = account.email ?? account.phone_number ?? '';
    return { secret, address: otpauthUri(secret, issuer, name) };
  }

  /**
   * Turns the factor on with its first code.
   * @returns the recovery codes.
   * @throws ServiceError INVALID_MFA_TOKEN, SECOND_STEP_EXPIRED when none is pending, or TOO_MANY_ATTEMPTS.
   */
  async confirm(id: string, typed: string, requester: Requester): Promise<readonly string[]> {
    const { store } = this.#deps;
    const account = await this.#find(id);
    const codes = await this.#record(account, 'on', () =>
      this.#limited(id, requester.address, async () => {
        const row = await store.find(id);
        const isPending = row?.confirmed_at === null && row.created_at + PENDING_MS > this.#now();
        if (!isPending) throw new ServiceError('SECOND_STEP_EXPIRED');
        const step = stepOf(await this.#secretOf(row), normaliseCode(typed), this.#now());
        if (step === null) throw new ServiceError('INVALID_MFA_TOKEN');
        const { hashes, shown } = await this.#newCodes(row.salt);
        if (!(await store.confirm(this.#holder(id), row.salt, step, hashes))) {
          throw new ServiceError('SECOND_STEP_EXPIRED');
        }
        return shown;
      }),
    );
    await this.#notify('on', account, requester.language);
    return codes;
  }

  /**
   * Checks a code of the app or a recovery code, and uses it up.
   * @throws ServiceError INVALID_MFA_TOKEN, also for a used code, or TOO_MANY_ATTEMPTS.
   */
  verify(id: string, typed: string, address: string): Promise<void> {
    return this.#limited(id, address, async () => {
      const row = await this.#deps.store.find(id);
      const isOn = row !== null && row.confirmed_at !== null;
      if (!isOn || !(await this.#useCode(row, normaliseCode(typed)))) {
        throw new ServiceError('INVALID_MFA_TOKEN');
      }
    });
  }

  /** @throws ServiceError INVALID_USER, INVALID_MFA_TOKEN, RESTRICTED when no factor is on, or TOO_MANY_ATTEMPTS. */
  async renewRecoveryCodes(
    id: string,
    proof: FactorProof,
    address: string,
  ): Promise<readonly string[]> {
    const account = await this.#find(id);
    return this.#record(account, 'recovery-codes', async () => {
      await this.#assertProof(account, proof, address);
      const salt = newSalt();
      const { hashes, shown } = await this.#newCodes(salt);
      if (!(await this.#deps.store.renewRecoveryCodes(id, salt, hashes))) {
        throw new ServiceError('RESTRICTED', 'There is no second factor.');
      }
      return shown;
    });
  }

  /** @throws ServiceError RESTRICTED where it is required, INVALID_USER, INVALID_MFA_TOKEN or TOO_MANY_ATTEMPTS. */
  async end(id: string, proof: FactorProof, requester: Requester): Promise<void> {
    const account = await this.#find(id);
    await this.#record(account, 'off', async () => {
      if (this.#isRequiredOf(account)) {
        throw new ServiceError('RESTRICTED', 'This account must have a second factor.');
      }
      await this.#assertProof(account, proof, requester.address);
      await this.#remove(id);
    });
    await this.#notify('off', account, requester.language);
  }

  /** Removes a lost factor, for the operator. @returns false when there was none. @throws ServiceError NOT_FOUND. */
  async remove(id: string, language: Language): Promise<boolean> {
    const account = await this.#find(id);
    const wasOn = await this.#remove(id);
    if (wasOn) await this.#notify('off', account, language);
    return wasOn;
  }

  #isRequiredOf({ password_hash }: A): boolean {
    return this.isRequired && password_hash !== null;
  }

  #now(): number {
    return this.#deps.now();
  }

  #holder(id: string): Holder {
    return { kind: this.#holders.kind, id };
  }

  async #find(id: string): Promise<A> {
    const account = await this.#holders.find(id);
    if (account === null) throw new ServiceError('NOT_FOUND', 'There is no such account.');
    return account;
  }

  /** Checks the password first, so that a wrong one does not use up a code. */
  async #assertProof(account: A, { password, code }: FactorProof, address: string): Promise<void> {
    await this.#holders.assertPassword(account, password, address);
    await this.verify(account.id, code, address);
  }

  async #remove(id: string): Promise<boolean> {
    const wasOn = await this.#deps.store.remove(this.#holder(id));
    await this.#deps.limits.unlockAccount('second-factor', id);
    return wasOn;
  }

  /** Counts an attempt, unless it succeeds. @throws ServiceError TOO_MANY_ATTEMPTS. */
  async #limited<T>(id: string, address: string, attempt: () => Promise<T>): Promise<T> {
    const { limits } = this.#deps;
    await limits.assertAddress('second-factor', address);
    await limits.assertAccount('second-factor', id);
    const result = await attempt();
    await limits.succeeded('second-factor', id, address);
    return result;
  }

  async #useCode(row: SecondFactorRow, plain: string): Promise<boolean> {
    const { store, passwords } = this.#deps;
    if (isRecoveryCode(plain)) {
      return store.useRecoveryCode(row.id, await passwords.digest(plain, row.salt));
    }
    const step = stepOf(await this.#secretOf(row), plain, this.#now());
    return step !== null && store.useCode(row.id, step);
  }

  async #secretOf({ id, encrypted }: SecondFactorRow): Promise<string> {
    const text = await this.#deps.encryption.decrypt('second-factor', encrypted);
    const decrypted = encryptedSchema.parse(JSON.parse(text));
    if (decrypted.id !== id) throw new Error('A second factor was encrypted for another holder.');
    return decrypted.secret;
  }

  async #newCodes(salt: string) {
    const codes = newRecoveryCodes();
    const hashes = await Promise.all(codes.map((code) => this.#deps.passwords.digest(code, salt)));
    return { hashes, shown: codes.map(formatRecoveryCode) };
  }

  #record<T>({ id, organisation_id }: A, what: string, work: () => Promise<T>): Promise<T> {
    const organisationId = organisation_id ?? '';
    const actor = `${this.#holders.kind}:${id}`;
    const action = `second-factor.${what}` as const;
    return this.#deps.audit.record({ actor, action, target: id, organisationId }, work);
  }

  async #notify(what: 'on' | 'off', account: A, language: Language): Promise<void> {
    const { id, email, phone_number: phoneNumber = null } = account;
    const organisation = await this.#holders.issuer(account);
    const userId = this.#holders.kind === 'user' ? id : null;
    const content = secondFactorEmail({ organisation, language }, what);
    await postNotice(this.#deps, { userId, email, phoneNumber }, content);
  }
}

const newSalt = (): string => randomBytes(16).toString('base64url');
