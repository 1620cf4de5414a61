// SPDX-License-Identifier: Apache-2.0
import { normalizeIP } from '@fastify/rate-limit';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { AttemptRepository, AttemptRule } from './attempt-repository.ts';

const MINUTE = 60_000;

/** Attempts that are limited by account; each kind has its own count. */
export const ACCOUNT_ATTEMPTS = [
  'sign-in',
  'sign-up',
  'reset',
  'code',
  'phone-login',
  'second-factor',
] as const;
export type Attempt =
  | (typeof ACCOUNT_ATTEMPTS)[number]
  | 'reset-link'
  | 'administrator'
  | 'refusal';

/**
 * Key by which attempts at an account are counted. An e-mail or number may have accounts in several organisations:
 * knowing the password of one must not clear the count of another, and naming another must not use it up.
 * @param name e-mail or phone number.
 */
export const accountName = (organisationId: string, name: string): string =>
  `${organisationId}:${name}`;

const WINDOWS: Readonly<Record<Attempt, Omit<AttemptRule, 'most'>>> = {
  'sign-in': { windowMs: 15 * MINUTE, lockMs: 15 * MINUTE },
  'sign-up': { windowMs: 60 * MINUTE, lockMs: 15 * MINUTE },
  // Locks silently: a request beyond the limit must not start another hour without e-mails.
  reset: { windowMs: 60 * MINUTE, lockMs: 0 },
  'reset-link': { windowMs: 15 * MINUTE, lockMs: 15 * MINUTE },
  code: { windowMs: 15 * MINUTE, lockMs: 15 * MINUTE },
  'phone-login': { windowMs: 15 * MINUTE, lockMs: 15 * MINUTE },
  administrator: { windowMs: 15 * MINUTE, lockMs: 15 * MINUTE },
  // Refusals for a missing role that the audit log records.
  refusal: { windowMs: 60 * MINUTE, lockMs: 0 },
  // The caller knows the password already: by default ten guesses an hour, at three valid codes in a million.
  'second-factor': { windowMs: 60 * MINUTE, lockMs: 30 * MINUTE },
};

export interface AttemptLimitOptions {
  /** Wrong attempts at one account within a window. */
  readonly perAccount: number;
  /** Wrong attempts from one address within a window. */
  readonly perAddress: number;
  /** Keyed hash: neither names nor addresses are stored. */
  readonly digest: (text: string) => string;
}

/** Lock-out by account and by address, whether or not an account exists. */
export class AttemptLimits {
  readonly #attempts: AttemptRepository;
  readonly #options: AttemptLimitOptions;

  constructor(attempts: AttemptRepository, options: AttemptLimitOptions) {
    this.#attempts = attempts;
    this.#options = options;
  }

  /** The rule for attempts at one account. */
  readonly rule = (what: Attempt): AttemptRule => ({
    most: this.#options.perAccount,
    ...WINDOWS[what],
  });

  readonly #accountKey = (what: Attempt, name: string): string =>
    this.#options.digest(`${what}:account:${name}`);
  readonly #addressKey = (what: Attempt, address: string): string =>
    // The first 64 bits of IPv6: one customer has all addresses below them.
    this.#options.digest(`${what}:address:${normalizeIP(address)}`);

  /** Counts an attempt at an account. @returns how long the account is locked, ms; 0 when it is not. */
  takeAccount(what: Attempt, name: string): Promise<number> {
    return this.#attempts.take(this.#accountKey(what, name), this.rule(what));
  }

  /** @throws ServiceError TOO_MANY_ATTEMPTS. */
  async assertAddress(what: Attempt, address: string): Promise<void> {
    const rule = { most: this.#options.perAddress, ...WINDOWS[what] };
    refuse(await this.#attempts.take(this.#addressKey(what, address), rule));
  }

  /** @throws ServiceError TOO_MANY_ATTEMPTS. */
  async assertAccount(what: Attempt, name: string): Promise<void> {
    refuse(await this.takeAccount(what, name));
  }

  /** Clears the account's count of attempts, and uncounts this attempt from the address. */
  async succeeded(what: Attempt, name: string, address: string): Promise<void> {
    await this.#attempts.clear(this.#accountKey(what, name));
    await this.#attempts.giveBack(this.#addressKey(what, address));
  }

  async unlockAccount(what: Attempt, name: string): Promise<void> {
    await this.#attempts.clear(this.#accountKey(what, name));
  }
}

function refuse(lockedMs: number): void {
  if (lockedMs > 0) throw ServiceError.lockedOut(Math.ceil(lockedMs / 1000));
}
