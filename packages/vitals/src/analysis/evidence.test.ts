// SPDX-License-Identifier: Apache-2.0
import { decodeEvidence, encodeEvidence } from '@perfuse/contract/results/evidence-codec';
import { evidenceSchema, intervalsMs, type Evidence } from '@perfuse/contract/results/evidence';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlyFrames } from '../testing/alter.ts';
import { film } from '../testing/person.ts';
import { analyse } from './analyse.ts';

type Frames = ReturnType<typeof film>['frames'];

function evidenceOf(frames: Frames): Evidence {
  const { evidence } = analyse(frames, { evidence: true });
  if (evidence === undefined) throw new Error('no evidence');
  return evidence;
}

describe('the evidence of a result', () => {
  const { frames, beatsMs } = film({ heartRate: 72, sinusArrhythmia: 0.05 });
  const evidence = evidenceOf(frames);

  it('is valid and round-trips through the codec', () => {
    expect(evidenceSchema.safeParse(evidence).success).toBe(true);
    expect(decodeEvidence(encodeEvidence(evidence))).toEqual(evidence);
  });

  it('has the wave, its beats and their intervals', () => {
    const seconds = evidence.wave.samples.length / evidence.wave.rateHz;
    expect(seconds).toBeGreaterThan(29);
    expect(evidence.withheld).toBeNull();
    expect(Math.abs(evidence.beatsMs.length - beatsMs.length)).toBeLessThan(3);
    expect(evidence.intervals).toHaveLength(evidence.beatsMs.length - 1);
    const counted = intervalsMs(evidence).filter((_, k) => evidence.intervals[k] === 'counted');
    const rate = (60_000 * counted.length) / counted.reduce((sum, ms) => sum + ms, 0);
    expect(rate).toBeCloseTo(analyse(frames).channels.HR_BPM?.value ?? 0, 0);
  });

  it('marks premature beats of a steady heart, and gives no variability', () => {
    // Three beats come three tenths of their interval early.
    const early = (ms: number): number => {
      const k = [6, 15, 24].find(
        (one) => ms > (beatsMs[one - 1] ?? 0) && ms < (beatsMs[one + 1] ?? 0),
      );
      if (k === undefined) return ms;
      const [from, beat, to] = [beatsMs[k - 1] ?? 0, beatsMs[k] ?? 0, beatsMs[k + 1] ?? 0];
      const moved = from + 0.7 * (beat - from);
      return ms < beat
        ? from + 0.7 * (ms - from)
        : moved + ((ms - beat) * (to - moved)) / (to - beat);
    };
    const ectopic = { ...frames, timeMs: frames.timeMs.map(early) };
    expect(analyse(ectopic).channels).toMatchObject({
      IHB_COUNT: { kind: 'measured', value: 3 },
      HRV_SDNN: { kind: 'missing', reason: 'unsteady-beats' },
    });
    const uses = evidenceOf(ectopic).intervals;
    expect(uses.filter((use) => use === 'irregular').length).toBeGreaterThanOrEqual(6);
    expect(uses).not.toContain('counted');
  });

  it('marks the peak where the spectrum is highest', () => {
    const { fromHz, stepHz, power, peakHz } = evidence.spectrum;
    expect(Math.max(...power)).toBe(1);
    expect(Math.abs(fromHz + stepHz * power.indexOf(1) - peakHz)).toBeLessThan(0.05);
    expect(fromHz + stepHz * (power.length - 1)).toBeLessThanOrEqual(4);
    expect(60 * peakHz).toBeCloseTo(72, 0);
  });

  it('has the displayed signal-to-noise ratio, less 3 dB', () => {
    const { fromHz, stepHz, power, peakHz, lineHz, harmonicHz } = evidence.spectrum;
    let [pulse, noise] = [0, 0];
    for (const [bin, amount] of power.entries()) {
      const hz = fromHz + stepHz * bin;
      const isPulse = Math.abs(hz - peakHz) <= lineHz || Math.abs(hz - 2 * peakHz) <= harmonicHz;
      if (isPulse) pulse += amount;
      else noise += amount;
    }
    // Each point is the maximum of its bins, so the sums differ from those over all bins.
    const shownDb = analyse(frames).channels.SNR?.value ?? Number.NaN;
    expect(Math.abs(10 * Math.log10(pulse / noise) + 3 - shownDb)).toBeLessThan(0.5);
  });

  it('lists what each method found alone', () => {
    expect(evidence.methods.map(({ id }) => id)).toEqual(['pos', 'chrom', 'green']);
    const weights = evidence.methods.reduce((sum, { weight }) => sum + weight, 0);
    expect(weights).toBeCloseTo(1, 1);
    for (const { rate } of evidence.methods) expect(Math.abs(rate - 72)).toBeLessThan(3);
  });

  it('is small', () => {
    expect(JSON.stringify(encodeEvidence(evidence)).length).toBeLessThan(12_000);
  });

  it('is included only on request, and changes nothing else', () => {
    const { evidence: asked, ...rest } = analyse(frames, { evidence: true });
    expect(asked).toBeDefined();
    expect(analyse(frames)).toEqual(rest);
  });
});

describe('a gap in the film', () => {
  it('is a gap in the wave, and no interval counts across it', () => {
    const { frames } = film({ heartRate: 80 });
    const evidence = evidenceOf(onlyFrames(frames, (_, ms) => ms < 14_000 || ms > 15_000));
    expect(evidence.wave.samples.filter((value) => value === null).length).toBeGreaterThan(20);
    const across = evidence.beatsMs.findIndex((at) => at > 14_900) - 1;
    expect(evidence.intervals[across]).not.toBe('counted');
  });
});

describe('a refused result', () => {
  it('has evidence without beats that names the reason of the refusal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const { frames } = film({ pulse: 0, seed, noise: 0.2 });
        const analysis = analyse(frames, { evidence: true });
        const { evidence } = analysis;
        if (evidence === undefined) throw new Error('no evidence');
        expect(evidence.withheld).toBe(analysis.channels.HR_BPM?.reason);
        expect(evidence.beatsMs).toEqual([]);
        expect(evidence.intervals).toEqual([]);
        expect(evidenceSchema.safeParse(evidence).success).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it('of too short a film has no evidence', () => {
    const { frames } = film();
    const short = onlyFrames(frames, (_, ms) => ms < 5000);
    expect(analyse(short, { evidence: true }).evidence).toBeUndefined();
  });
});
