// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import type { Enrolment, SecondFactorState } from '@perfuse/contract/account/second-factor';
import { z } from '@perfuse/contract/schema';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Encryption } from '../../../platform/crypto/encryption.ts';
import type {
  Holder,
  SecondFactorRepository,
  SecondFactorRow,
} from './second-factor-repository.ts';
import type { AttemptLimits } from '../attempts/attempt-limits.ts';
import type { Passwords } from '../passwords/passwords.ts';
import { keyAddress, newSecret, stepOf } from './one-time-codes.ts';
import { isRecoveryCode, newRecoveryCodes, plainCode, shownCode } from './recovery-codes.ts';

/** How long a new factor waits for its first code, ms. */
const PENDING_MS = 1_800_000;
const encryptedSchema = z.object({ id: z.string(), secret: z.string() });

export interface SecondFactorDeps {
  readonly store: SecondFactorRepository;
  /** Encrypts the secrets of the apps: a copy of the database alone makes no codes. */
  readonly encryption: Encryption;
  readonly passwords: Passwords;
  readonly limits: AttemptLimits;
  readonly now?: () => number;
}

interface RecoveryCodes {
  readonly salt: string;
  readonly hashes: readonly string[];
  /** As they are shown, this once. */
  readonly shown: readonly string[];
}

/** Authenticator apps of people and administrators: enrolling one, checking its codes, turning it off. */
export class SecondFactors {
  readonly #deps: SecondFactorDeps;

  constructor(deps: SecondFactorDeps) {
    this.#deps = deps;
  }

  readonly #now = (): number => (this.#deps.now ?? Date.now)();

  async state(id: string): Promise<SecondFactorState> {
    const row = await this.#deps.store.find(id);
    const since = row?.confirmed_at ?? null;
    const recoveryCodes = since === null ? 0 : await this.#deps.store.countRecoveryCodes(id);
    return { since, recoveryCodes };
  }

  /**
   * Makes a secret for an app. The factor is on once a code of it has come.
   * @throws ServiceError RESTRICTED when one is on.
   */
  async begin(holder: Holder, issuer: string, account: string): Promise<Enrolment> {
    const { store, encryption } = this.#deps;
    const secret = newSecret();
    // With its holder's id inside, so that a row copied to another holder opens nothing.
    const inside = JSON.stringify({ id: holder.id, secret });
    const encrypted = await encryption.encrypt('second-factor', inside);
    if (!(await store.begin(holder, encrypted, newSalt()))) {
      throw new ServiceError('RESTRICTED', 'There is a second factor: turn it off first.');
    }
    return { secret, address: keyAddress(secret, issuer, account) };
  }

  /**
   * PriorityGate the factor on with its first code.
   * @returns the recovery codes.
   * @throws ServiceError INVALID_MFA_TOKEN, SECOND_STEP_EXPIRED when none waits, or TOO_MANY_ATTEMPTS.
   */
  async confirm(holder: Holder, typed: string, address: string): Promise<readonly string[]> {
    const { store, limits } = this.#deps;
    await this.#requireAttempt(holder, address);
    const row = await store.find(holder.id);
    const isWaiting = row?.confirmed_at === null && row.created_at + PENDING_MS > this.#now();
    if (!isWaiting) throw new ServiceError('SECOND_STEP_EXPIRED');
    const step = stepOf(await this.#secretOf(row), plainCode(typed), this.#now());
    if (step === null) throw new ServiceError('INVALID_MFA_TOKEN');
    const codes = await this.#newCodes(row.salt);
    if (!(await store.confirm(holder, row.salt, step, codes.hashes))) {
      throw new ServiceError('SECOND_STEP_EXPIRED');
    }
    await limits.succeeded('second-factor', holder.id, address);
    return codes.shown;
  }

  /**
   * Checks a code of the app or a recovery code, and uses it up.
   * @throws ServiceError INVALID_MFA_TOKEN also for a code that was used, or TOO_MANY_ATTEMPTS.
   */
  async demand(holder: Holder, typed: string, address: string): Promise<void> {
    const { store, limits } = this.#deps;
    await this.#requireAttempt(holder, address);
    const row = await store.find(holder.id);
    const isOn = row !== null && row.confirmed_at !== null;
    if (!isOn || !(await this.#isRight(row, plainCode(typed)))) {
      throw new ServiceError('INVALID_MFA_TOKEN');
    }
    await limits.succeeded('second-factor', holder.id, address);
  }

  /** @throws ServiceError RESTRICTED when no factor is on. */
  async renewRecoveryCodes({ id }: Holder): Promise<readonly string[]> {
    const codes = await this.#newCodes(newSalt());
    if (!(await this.#deps.store.renewRecoveryCodes(id, codes.salt, codes.hashes))) {
      throw new ServiceError('RESTRICTED', 'There is no second factor.');
    }
    return codes.shown;
  }

  /** PriorityGate the factor off and lifts its lock. @returns false when none was on. */
  async remove(holder: Holder): Promise<boolean> {
    const wasOn = await this.#deps.store.remove(holder);
    await this.#deps.limits.unlockAccount('second-factor', holder.id);
    return wasOn;
  }

  purge = (): Promise<void> => this.#deps.store.purge(PENDING_MS);

  async #requireAttempt({ id }: Holder, address: string): Promise<void> {
    const { limits } = this.#deps;
    await limits.assertAddress('second-factor', address);
    await limits.assertAccount('second-factor', id);
  }

  async #isRight(row: SecondFactorRow, plain: string): Promise<boolean> {
    const { store, passwords } = this.#deps;
    if (isRecoveryCode(plain)) {
      return store.useRecoveryCode(row.id, await passwords.digest(plain, row.salt));
    }
    const step = stepOf(await this.#secretOf(row), plain, this.#now());
    return step !== null && store.useCode(row.id, step);
  }

  async #secretOf({ id, encrypted }: SecondFactorRow): Promise<string> {
    const opened = await this.#deps.encryption.decrypt('second-factor', encrypted);
    const inside = encryptedSchema.parse(JSON.parse(opened));
    if (inside.id !== id) throw new Error('A second factor was encrypted for another holder.');
    return inside.secret;
  }

  async #newCodes(salt: string): Promise<RecoveryCodes> {
    const codes = newRecoveryCodes();
    const hashes = await Promise.all(codes.map((code) => this.#deps.passwords.digest(code, salt)));
    return { salt, hashes, shown: codes.map(shownCode) };
  }
}

const newSalt = (): string => randomBytes(16).toString('base64url');
