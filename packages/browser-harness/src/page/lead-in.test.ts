// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LeadIn } from './lead-in.ts';

function play(frames: readonly number[], length: number, batch: number): number[] {
  const leadIn = new LeadIn<number>(length);
  const shown: number[] = [];
  for (let at = 0; at < frames.length; at += batch) {
    shown.push(...leadIn.next(frames.slice(at, at + batch)));
  }
  shown.push(...leadIn.end());
  expect(leadIn.added).toBe(shown.length - frames.length);
  return shown;
}

describe('The lead-in', () => {
  it('plays backwards to the first frame', () => {
    expect(play([0, 1, 2, 3], 2, 1)).toEqual([2, 1, 0, 1, 2, 3]);
  });

  it('is omitted for length 0', () => {
    expect(play([0, 1, 2], 0, 2)).toEqual([0, 1, 2]);
  });

  it('is always followed by the whole recording, without a jump', () => {
    const lengths = fc.nat({ max: 30 });
    fc.assert(
      fc.property(lengths, lengths, fc.integer({ min: 1, max: 5 }), (count, length, batch) => {
        const frames = Array.from({ length: count }, (_, at) => at);
        const shown = play(frames, length, batch);
        expect(shown.slice(shown.length - count)).toEqual(frames);
        expect(shown.length - count).toBe(Math.min(length, Math.max(0, count - 1)));
        for (const [at, frame] of shown.entries()) {
          if (at > 0) expect(Math.abs(frame - (shown[at - 1] ?? 0))).toBe(1);
        }
      }),
    );
  });
});
