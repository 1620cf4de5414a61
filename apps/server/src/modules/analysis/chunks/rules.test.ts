// SPDX-License-Identifier: Apache-2.0
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { MeasurementState } from './chunk-repository.ts';
import { decide, type Candidate } from './rules.ts';

const CREATED = 1_000_000;
const state = (over: Partial<MeasurementState> = {}): MeasurementState => ({
  organisationId: 'o',
  status: 'CAPTURING',
  createdAt: CREATED,
  receivedMs: 0,
  chunks: [],
  answered: new Map(),
  ...over,
});
const chunk = (over: Partial<Candidate> = {}): Candidate => ({
  position: 0,
  digest: 'a',
  firstMs: 0,
  lastMs: 5000,
  isFirst: false,
  ...over,
});
const stored = (count: number, firstMs = 0) =>
  Array.from({ length: count }, (_, position) => ({
    position,
    digest: `d${String(position)}`,
    first_ms: firstMs + position * 5000,
    last_ms: firstMs + position * 5000 + 4967,
    state: 'pending' as const,
  }));

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
  return 'none';
}

describe('a chunk', () => {
  it('is appended in order, whether it is called FIRST or CHUNK', () => {
    expect(decide(state(), chunk({ isFirst: true }), CREATED)).toBe('append');
    expect(decide(state(), chunk(), CREATED)).toBe('append');
    const second = chunk({ position: 1, firstMs: 5000, lastMs: 9000, isFirst: true });
    expect(decide(state({ chunks: stored(1) }), second, CREATED)).toBe('append');
  });

  it('is accepted up to the longest total duration, and not a millisecond longer', () => {
    const late = CREATED + 600_000;
    // The camera's clock starts anywhere.
    const limit = 7000 + ANALYSIS_LIMITS.maxDurationS * 1000;
    const next = { position: 1, firstMs: 13_000 };
    const at = (lastMs: number) =>
      codeOf(() => decide(state({ chunks: stored(1, 7000) }), chunk({ ...next, lastMs }), late));
    expect(at(limit)).toBe('none');
    expect(at(limit + 1)).toBe('RATE_LIMIT');
  });

  it('is accepted only as fast as time passes, restarts included', () => {
    const slack = ANALYSIS_LIMITS.realTimeSlackS * 1000;
    const full = state({ chunks: stored(1), receivedMs: slack });
    const anew = chunk({ isFirst: true, digest: 'new', firstMs: 7000, lastMs: 12_000 });
    expect(codeOf(() => decide(full, anew, CREATED + 4999))).toBe('RATE_LIMIT');
    expect(decide(full, anew, CREATED + 5000)).toBe('restart');
  });

  it("is accepted while the server's clock is behind the beginning of the measurement", () => {
    expect(decide(state(), chunk(), CREATED - 60_000)).toBe('append');
  });

  it('is refused unless its frames come after those of the previous chunk', () => {
    const [previous] = stored(1);
    const at = (firstMs: number) =>
      codeOf(() => {
        const next = chunk({ position: 1, firstMs, lastMs: 9000 });
        decide(state({ chunks: stored(1) }), next, CREATED);
      });
    expect(at(previous?.last_ms ?? NaN)).toBe('MISALIGNED_CHUNK');
    expect(at((previous?.last_ms ?? NaN) + 1)).toBe('none');
  });

  it('is accepted again while it waits for its analysis, but not with other data', () => {
    const before = state({ chunks: stored(2) });
    expect(decide(before, chunk({ position: 1, digest: 'd1' }), CREATED)).toBe('repeat');
    const other = chunk({ position: 1, digest: 'other' });
    expect(codeOf(() => decide(before, other, CREATED))).toBe('MISALIGNED_CHUNK');
  });

  it('is refused by a closed measurement, unless it repeats one already answered', () => {
    const answered = new Map([[5, 'd5']]);
    for (const status of ['PROCESSING', 'COMPLETE', 'ERROR', 'INCOMPLETE'] as const) {
      const closed = state({ status, answered });
      expect(codeOf(() => decide(closed, chunk(), CREATED))).toBe('MEASUREMENT_CLOSED');
      expect(decide(closed, chunk({ position: 5, digest: 'd5' }), CREATED)).toBe('repeat');
    }
  });

  it('is appended in its place, restarts its measurement, or is refused with a code', () => {
    fc.assert(
      fc.property(
        fc.nat(8),
        fc.nat(10),
        fc.boolean(),
        fc.double({ min: -1e5, max: 1e6, noNaN: true }),
        fc.double({ min: 0, max: 20_000, noNaN: true }),
        (count, position, isFirst, firstMs, span) => {
          const candidate = chunk({
            position,
            isFirst,
            firstMs,
            lastMs: firstMs + span,
            digest: 'x',
          });
          const before = state({ chunks: stored(count), receivedMs: count * 5000 });
          const outcome: { decision?: string } = {};
          const code = codeOf(() => {
            outcome.decision = decide(before, candidate, CREATED + 60_000);
          });
          if (outcome.decision === 'append') return position === count;
          if (outcome.decision === 'restart') return position === 0 && isFirst && count > 0;
          return code === 'MISALIGNED_CHUNK' || code === 'RATE_LIMIT';
        },
      ),
    );
  });
});
