// SPDX-License-Identifier: Apache-2.0
export interface RetryState {
  /** 1 before the first attempt to reconnect or resend. */
  readonly attempt: number;
  /** Time since the service stopped answering, ms. */
  readonly elapsedMs: number;
}

/** Decides how long to retry on a lost connection. */
export interface RetryPolicy {
  /** @returns wait before this attempt, ms; null to give up. */
  readonly next: (state: RetryState) => number | null;
}

export interface BackOff {
  readonly firstMs: number;
  readonly factor: number;
  readonly maxMs: number;
  readonly giveUpAfterMs: number;
  /** Share of each wait that is random, 0..1, so that many browsers do not reconnect at the same moment. */
  readonly jitter: number;
  /** Uniform in 0..1. */
  readonly random: () => number;
}

/** Exponential back-off: waits grow by a factor up to a limit; the last one is cut so that the policy ends on time. */
export function backOffPolicy(backOff: BackOff): RetryPolicy {
  return {
    next: ({ attempt, elapsedMs }) => {
      const leftMs = backOff.giveUpAfterMs - elapsedMs;
      if (leftMs <= 0) return null;
      const fullMs = Math.min(backOff.maxMs, backOff.firstMs * backOff.factor ** (attempt - 1));
      const waitMs = fullMs * (1 - backOff.jitter * backOff.random());
      return Math.min(waitMs, leftMs);
    },
  };
}

/** Survives a server's restart, and leaves time for the backlog before the measurement's own timeout. */
export const MEASUREMENT_BACK_OFF: Omit<BackOff, 'random'> = {
  firstMs: 250,
  factor: 2,
  maxMs: 2000,
  giveUpAfterMs: 20_000,
  jitter: 0.3,
};
