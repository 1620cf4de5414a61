// SPDX-License-Identifier: Apache-2.0
import { normalizeIP } from '@fastify/rate-limit';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { AttemptRepository, AttemptRule } from './attempt-repository.ts';

const MINUTE = 60_000;

/** What is limited by account; each has its own count. */
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
 * What attempts at an account are counted by. The same address or number may have an account in several organisations: who
 * knows the password of one must not clear the count of another, and who names another must not use it up.
 * @param name e-mail or phone number.
 */
export const accountName = (organisationId: string, name: string): string =>
  `${organisationId}:${name}`;

const WINDOWS: Readonly<Record<Attempt, Omit<AttemptRule, 'most'>>> = {
  'sign-in': { windowMs: 15 * MINUTE, lockMs: 15 * MINUTE },
  'sign-up': { windowMs: 60 * MINUTE, lockMs: 15 * MINUTE },
  // It locks silently: one request too many must not begin a further hour without mails.
  reset: { windowMs: 60 * MINUTE, lockMs: 0 },
  'reset-link': { windowMs: 15 * MINUTE, lockMs: 15 * MINUTE },
  code: { windowMs: 15 * MINUTE, lockMs: 15 * MINUTE },
  'phone-login': { windowMs: 15 * MINUTE, lockMs: 15 * MINUTE },
  administrator: { windowMs: 15 * MINUTE, lockMs: 15 * MINUTE },
  // Of want of a role: those that the audit log keeps.
  refusal: { windowMs: 60 * MINUTE, lockMs: 0 },
  // The password is known to the one who tries: five guesses an hour at three codes of a million.
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

/** Lock-out by account and by address. It makes no difference to it whether an account exists. */
export class AttemptLimits {
  readonly #attempts: AttemptRepository;
  readonly #options: AttemptLimitOptions;

  constructor(attempts: AttemptRepository, options: AttemptLimitOptions) {
    this.#attempts = attempts;
    this.#options = options;
  }

  /** What holds for an account. */
  readonly rule = (what: Attempt): AttemptRule => ({
    most: this.#options.perAccount,
    ...WINDOWS[what],
  });

  readonly #accountKey = (what: Attempt, name: string): string =>
    this.#options.digest(`${what}:account:${name}`);
  readonly #addressKey = (what: Attempt, address: string): string =>
    // Of IPv6 the first 64 bits: one customer has them all.
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

  /** Clears the account's count of attempts, and takes the attempt off the address. */
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
