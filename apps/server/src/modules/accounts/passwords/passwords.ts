// SPDX-License-Identifier: Apache-2.0
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { checkPassword, type PasswordPolicy } from '@perfuse/contract/account/password';
import PQueue from 'p-queue';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { invalid } from '../../../platform/errors/validation.ts';

/** Cost parameters of argon2id. */
export interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number;
  /** Passes. */
  readonly timeCost: number;
  /** Lanes. */
  readonly parallelism: number;
}

/** argon2id at OWASP's first choice: 19 MiB, two passes, one lane (about 8 ms). */
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashes computed at once, so that sign-ins cannot take all threads of the process; and queued, before refusals. */
const RUNNING = 2;
const WAITING = 100;

/** The same characters typed on different devices can differ in bytes; NFKC unifies them (NIST SP 800-63B, 5.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC');

/** Hashes and checks passwords, a few at a time. */
export class Passwords {
  readonly #queue = new PQueue({ concurrency: RUNNING });
  readonly #cost: PasswordCost;
  /** What an unknown account's password is checked against, so that it costs the same. */
  readonly #decoy: Promise<string>;

  /** @param cost overridden by tests that make hundreds of hashes. */
  constructor(cost: PasswordCost = COST) {
    this.#cost = cost;
    this.#decoy = hash('no account has this password', cost);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#queue.size >= WAITING) throw new ServiceError('SERVICE_UNAVAILABLE');
    return this.#queue.add(work);
  }

  /** PHC string to store. */
  async hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(normal(password), this.#cost));
  }

  /**
   * Hash by which a secret such as a recovery code is looked up: as costly as a password's, base64url.
   * @param salt 128 random bits, base64url.
   */
  async digest(secret: string, salt: string): Promise<string> {
    const options = { ...this.#cost, salt: Buffer.from(salt, 'base64url') };
    const bytes = await this.#inTurn(() => hashRaw(normal(secret), options));
    return bytes.toString('base64url');
  }

  /** Without a stored hash, returns false after the same time. */
  async verify(stored: string | null, password: string): Promise<boolean> {
    const target = stored ?? (await this.#decoy);
    // A stored hash that is not one of argon2 matches no password.
    const isRight = await this.#inTurn(() => verify(target, normal(password)).catch(() => false));
    return isRight && stored !== null;
  }

  /** Whether a stored hash has another cost than the current one. */
  isOutdated(stored: string): boolean {
    const { memoryCost, timeCost, parallelism } = this.#cost;
    const at = `m=${String(memoryCost)},t=${String(timeCost)},p=${String(parallelism)}`;
    return !stored.startsWith(`$argon2id$v=19$${at}$`);
  }
}

/** @throws ServiceError VALIDATION_ERROR naming the rules that the password breaks. */
export function assertPolicy(policy: PasswordPolicy, password: string, field = 'password'): void {
  const { valid, rules } = checkPassword(policy, password);
  if (valid) return;
  const broken = rules.filter(({ passed }) => !passed).map(({ rule }) => rule);
  throw invalid({ [field]: [['PASSWORD_POLICY', broken]] });
}
