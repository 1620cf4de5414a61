// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { recordingOf, type Recording } from '../frames/recording.ts';
import { standardised } from '../signal/statistics.ts';
import { film, type FakePerson } from '../testing/person.ts';
import { estimatePulse, PULSE_METHODS } from './estimate.ts';
import { doubtsOf } from './doubt.ts';
import { judge } from './gate.ts';
import { peaks } from './peak.ts';
import { logsOf } from './logs.ts';
import { MIN_SNR_DB, lineSnrDb } from './pool.ts';
import { rectifier } from './rectify.ts';
import { bloodShare, signatureAt } from './signature.ts';
import { pulseWave } from './wave.ts';

const BAND = { lowHz: 0.65, highHz: 4 };

function record(person: FakePerson): Recording {
  const outcome = recordingOf(film(person).frames);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.recording;
}

function correlation(a: Float64Array, b: Float64Array): number {
  const [x, y] = [standardised(a), standardised(b)];
  return x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0) / x.length;
}

describe.each(PULSE_METHODS.map((method) => [method.id, method] as const))('%s', (_, method) => {
  it('rises with the blood volume, and falls where the skin gets brighter', () => {
    const dark = record({ polarity: -1, noise: 0.01 });
    const bright = record({ polarity: 1, noise: 0.01 });
    const truth = dark.skin.green.map((value) => -value);
    expect(correlation(method.extract(dark.skin, 30, BAND), truth)).toBeGreaterThan(0.9);
    expect(
      correlation(method.extract(dark.skin, 30, BAND), method.extract(bright.skin, 30, BAND)),
    ).toBeLessThan(-0.9);
  });

  it('gives a flat line, not NaN, for constant colours', () => {
    const flat = new Float64Array(900).fill(120);
    const wave = method.extract({ red: flat, green: flat, blue: flat }, 30, BAND);
    expect(wave.every((value) => Math.abs(value) < 1e-9)).toBe(true);
  });
});

describe('rectification', () => {
  it('removes a flicker stronger than the pulse from the skin', () => {
    const { skin, background, usable } = record({ light: 0.02, lightHz: 1.7, pulse: 0 });
    const { green } = logsOf(skin);
    const [clean = green] = rectifier(background, usable, 30)([green]);
    const strength = (values: Float64Array): number => Math.sqrt(signaturePower(values, 1.7));
    expect(strength(clean) / strength(green)).toBeLessThan(0.05);
  });

  it('leaves the skin unchanged without a background or with a steady one', () => {
    const { skin, background, usable } = record({});
    const { green } = logsOf(skin);
    expect(rectifier(null, usable, 30)([green])[0]).toBe(green);
    expect(rectifier(background, usable, 30)([green])[0]).toBe(green);
  });
});

function signaturePower(values: Float64Array, hz: number): number {
  let [re, im] = [0, 0];
  values.forEach((value, i) => {
    re += value * Math.cos((2 * Math.PI * hz * i) / 30);
    im += value * Math.sin((2 * Math.PI * hz * i) / 30);
  });
  return re * re + im * im;
}

describe('the colour signature', () => {
  it('distinguishes blood from light', () => {
    const blood = signatureAt(logsOf(record({ noise: 0.01 }).skin), 30, 1.2);
    expect(blood.red).toBeCloseTo(0.4, 1);
    expect(blood.blue).toBeCloseTo(0.7, 1);
    expect(bloodShare(blood)).toBe(1);
    const lit = record({ pulse: 0, light: 0.01, lightHz: 1.2 });
    const light = signatureAt(logsOf(lit.skin), 30, 1.2);
    expect(light.red).toBeCloseTo(1, 1);
    expect(bloodShare(light)).toBe(0);
  });

  it('excludes what follows the head', () => {
    const swaying = { motion: 0.01, motionHz: 1.25, motionColour: [0.3, 0.3, 1] } as const;
    const recording = record({ ...swaying, noise: 0.01 });
    const { motion } = recording;
    if (motion === null) throw new Error('the film has no motion');
    const colours = logsOf(recording.skin);
    expect(signatureAt(colours, 30, 1.2).blue).toBeGreaterThan(0.9);
    const { red, blue } = signatureAt(colours, 30, 1.2, [motion.x, motion.y]);
    expect(red).toBeCloseTo(0.4, 1);
    expect(blue).toBeCloseTo(0.7, 1);
  });
});

describe('the pooled spectrum', () => {
  it('prefers the fundamental to its double', () => {
    const power = new Float64Array(1100);
    power[328] = 0.5;
    power[656] = 0.55;
    const [best] = peaks({ binHz: 15 / 4096, power }, BAND);
    expect(best?.hz).toBeCloseTo((328 * 15) / 4096, 2);
  });

  it('does not take an edge of the band for a peak', () => {
    const power = new Float64Array(1100);
    for (let i = 178; i <= 1092; i++) power[i] = 1 / i;
    expect(peaks({ binHz: 15 / 4096, power }, BAND)).toEqual([]);
    power[328] = 0.01;
    expect(peaks({ binHz: 15 / 4096, power }, BAND).map(({ hz }) => hz)).toEqual([
      expect.closeTo((328 * 15) / 4096, 2),
    ]);
    const rising = power.map((_, i) => (i >= 1000 && i <= 1092 ? i : 0));
    expect(peaks({ binHz: 15 / 4096, power: rising }, BAND)).toEqual([]);
  });

  it('has the SNR of the line against the rest', () => {
    const power = new Float64Array(401);
    power.fill(0.1, 65);
    power[120] = 100;
    const rest = 0.1 * (401 - 65 - 25 - 37);
    const line = 100 + 0.1 * 24 + 0.1 * 37;
    expect(lineSnrDb({ binHz: 0.01, power }, 1.2)).toBeCloseTo(10 * Math.log10(line / rest), 1);
    expect(lineSnrDb({ binHz: 0.01, power: new Float64Array(401) }, 1.2)).toBe(MIN_SNR_DB);
  });

  it.each([47, 62, 88, 131, 165])(
    'finds a heart of %i a minute in a strong flicker',
    (heartRate) => {
      const recording = record({ heartRate, light: 0.02, lightHz: 1.83, pulse: 0.003 });
      const estimate = estimatePulse(recording).steady;
      expect(Math.abs(60 * estimate.f0 - heartRate)).toBeLessThan(1.5);
    },
  );

  it('keeps the previously shown peak when another is hardly better', () => {
    const recording = record({ pulse: 0, noise: 0.4, seed: 1 });
    const free = estimatePulse(recording).steady;
    const rival = free.peaks.find(
      (peak) => Math.abs(peak.hz - free.f0) > 0.2 && peak.score > 0.7 * (free.peaks[0]?.score ?? 0),
    );
    if (rival === undefined) throw new Error('the seed has no rival');
    expect(estimatePulse(recording, rival.hz).steady.f0).toBe(rival.hz);
    expect(estimatePulse(recording, 3.99).steady.f0).toBe(free.f0);
  });
});

describe('the gate', () => {
  const verdict = (person: FakePerson): string | null => {
    const recording = record(person);
    const estimate = estimatePulse(recording).steady;
    return judge(estimate, recording, pulseWave(estimate, 30).wave).reason;
  };

  it('lets a clear pulse through', () => {
    expect(verdict({})).toBeNull();
  });

  it('never takes a heart of 45 to 80 a minute for the double of a slower one', () => {
    for (let seed = 1; seed <= 18; seed++) {
      const heartRate = 43 + 2 * seed;
      expect(verdict({ heartRate, seed })).toBeNull();
      expect(verdict({ heartRate, seed, pulse: 0.0012, noise: 0.2 })).not.toBe('out-of-range');
    }
  });

  it('stops colours that follow the head', () => {
    const motionColour = [0.05, 0.3, 0.2] as const;
    const swaying = { pulse: 0, motion: 0.006, motionHz: 1.3, motionColour };
    expect(verdict(swaying)).toBe('motion');
    expect(verdict({ ...swaying, motionColour: [0, 0, 0] })).toBe('low-signal');
  });

  it('reports motion only where the signal would suffice without it', () => {
    const motionColour = [0.05, 0.3, 0.2] as const;
    const recording = record({ pulse: 0, motion: 0.006, motionHz: 1.3, motionColour });
    const estimate = estimatePulse(recording).steady;
    const { wave } = pulseWave(estimate, 30);
    expect(judge({ ...estimate, snrDb: -20 }, recording, wave).reason).toBe('low-signal');
  });

  it('compares the head with the pulse at the heart rate, not beside it', () => {
    const recording = record({ heartRate: 72 });
    const estimate = estimatePulse(recording).steady;
    const { wave } = pulseWave(estimate, 30);
    const sway = (hz: number) => wave.map((_, i) => 4 * Math.sin((2 * Math.PI * hz * i) / 30));
    const doubt = (hz: number): number => {
      const followed = sway(hz);
      const touched = wave.map((value, i) => value + (followed[i] ?? 0) / 3);
      const nuisance = { ...estimate.nuisance, motion: [followed] };
      return doubtsOf({ ...estimate, nuisance }, recording, touched).motion;
    };
    expect(doubt(estimate.f0 - 0.2)).toBeGreaterThan(doubt(estimate.f0 + 0.5) + 1);
    expect(doubt(estimate.f0 + 0.2)).toBeGreaterThan(doubt(estimate.f0 - 0.5) + 1);
    expect(doubt(estimate.f0 + 1)).toBe(0);
  });

  it('weighs a second peak by its score relative to the first', () => {
    const recording = record({});
    const estimate = estimatePulse(recording).steady;
    const { wave } = pulseWave(estimate, 30);
    const rival = (score: number): number => {
      const [own, other] = [estimate.f0, estimate.f0 + 0.5];
      const found = [
        { hz: own, score: 1 },
        { hz: other, score },
      ];
      return doubtsOf({ ...estimate, peaks: found }, recording, wave).rival;
    };
    expect(rival(0.35)).toBe(0);
    expect(rival(0.4)).toBeCloseTo(0.4, 10);
  });

  it('requires more of a short film', () => {
    const recording = record({});
    const estimate = estimatePulse(recording).steady;
    const { wave } = pulseWave(estimate, 30);
    const margin = (partS: number) => judge({ ...estimate, partS }, recording, wave).marginDb;
    expect(margin(15) - margin(9)).toBeCloseTo(2, 10);
    expect(margin(15)).toBe(margin(20));
  });

  it.each([32, 35, 37, 39, 190, 200, 210, 225])(
    'stops a heart of %i a minute as out of range',
    (heartRate) => {
      expect(verdict({ heartRate })).toBe('out-of-range');
    },
  );

  it('accepts rates from 40 to 180 a minute and no others', () => {
    const recording = record({});
    const estimate = estimatePulse(recording).steady;
    const at = (perMinute: number) => {
      const f0 = perMinute / 60;
      const wave = Float64Array.from({ length: recording.length }, (_, i) =>
        Math.sin((2 * Math.PI * f0 * i) / recording.rate),
      );
      const partsHz = estimate.partsHz.map(() => f0);
      return judge({ ...estimate, f0, partsHz }, recording, wave).reason;
    };
    expect([39.9, 40, 180, 180.1].map(at)).toEqual(['out-of-range', null, null, 'out-of-range']);
  });

  it('reports disagreeing parts only where the signal would suffice without them', () => {
    const recording = record({});
    const estimate = estimatePulse(recording).steady;
    const { wave } = pulseWave(estimate, 30);
    const partsHz = estimate.partsHz.map((hz) => hz + 20 / 60);
    const of = (snrDb: number) => judge({ ...estimate, snrDb, partsHz }, recording, wave);
    expect(of(0)).toMatchObject({
      reason: 'unstable',
      marginDb: expect.closeTo(-3.1, 1) as unknown,
    });
    expect(of(-3).reason).toBe('low-signal');
  });

  it('stops what only one method sees', () => {
    const recording = record({});
    const { steady } = estimatePulse(recording);
    const { wave } = pulseWave(steady, 30);
    const seen = (...seenDb: readonly number[]): number =>
      doubtsOf(
        { ...steady, waves: steady.waves.map((one, k) => ({ ...one, seenDb: seenDb[k] ?? 0 })) },
        recording,
        wave,
      ).alone;
    expect(seen(8, 2, 9)).toBe(0);
    expect(seen(-7, -2, 3)).toBe(0);
    expect(seen(-6.5, -6.5, 12)).toBeGreaterThan(6);
  });

  it.each([
    ['a red lamp', [1, 0.2, 0.1]],
    ['a blue lamp', [0.3, 0.4, 1]],
    ['a lamp without blue', [0.8, 1, 0.05]],
  ] as const)('stops light of a colour that blood has in no skin: %s', (_, motionColour) => {
    // The colours follow a movement that the tracker does not see.
    const { frames } = film({ pulse: 0, motion: 0.004, motionHz: 1.3, motionColour });
    const still = frames.face.centreX.map(() => 0.5);
    const outcome = recordingOf({ ...frames, face: { ...frames.face, centreX: still } });
    if (!outcome.ok) throw new Error(outcome.reason);
    const { steady } = estimatePulse(outcome.recording);
    const { wave } = pulseWave(steady, 30);
    expect(doubtsOf(steady, outcome.recording, wave).colour).toBeGreaterThan(5);
  });

  it('requires the colour of blood where the wall is too bright to show changes of the light', () => {
    const lamp = { pulse: 0, motion: 0.004, motionHz: 1.3, motionColour: [0.75, 1, 1.1] } as const;
    const { frames } = film(lamp);
    const face = { ...frames.face, centreX: frames.face.centreX.map(() => 0.5) };
    const white = new Float32Array(frames.timeMs.length).fill(255);
    const behind = { red: white, green: white, blue: white };
    const doubt = (changed: typeof frames): number => {
      const outcome = recordingOf(changed);
      if (!outcome.ok) throw new Error(outcome.reason);
      const { steady } = estimatePulse(outcome.recording);
      return doubtsOf(steady, outcome.recording, pulseWave(steady, 30).wave).colour;
    };
    expect(doubt({ ...frames, face })).toBeLessThan(1);
    expect(doubt({ ...frames, face, background: behind })).toBeGreaterThan(10);
    expect(doubt({ ...film({}).frames, background: behind })).toBe(0);
  });

  it('tolerates parts without a rate, but not when hardly any has one', () => {
    const recording = record({});
    const estimate = estimatePulse(recording).steady;
    const { wave } = pulseWave(estimate, 30);
    const told = (count: number): number =>
      judge({ ...estimate, partsHz: estimate.partsHz.slice(0, count) }, recording, wave).marginDb;
    expect(told(3)).toBeCloseTo(told(5), 5);
    expect(told(2)).toBeLessThan(told(3) - 5);
  });

  it('tolerates one part in five with another rate', () => {
    const recording = record({});
    const estimate = estimatePulse(recording).steady;
    const { wave } = pulseWave(estimate, 30);
    const unstable = (count: number, elsewhere: number): number => {
      const partsHz = Array.from({ length: count }, (_, k) =>
        k < elsewhere ? estimate.f0 + 5 / 60 : estimate.f0,
      );
      return doubtsOf({ ...estimate, partsHz }, recording, wave).unstable;
    };
    expect(unstable(6, 1)).toBe(0);
    expect(unstable(6, 2)).toBeGreaterThan(0);
    expect(unstable(10, 2)).toBe(0);
  });

  it('accepts a rate with a deviation of up to 3 a minute, and no other', () => {
    const recording = record({ noise: 0.01 });
    const estimate = estimatePulse(recording).steady;
    const { wave } = pulseWave(estimate, 30);
    const apart = (perMinute: number) => {
      const partsHz = estimate.partsHz.map(() => estimate.f0 + perMinute / 60);
      return judge({ ...estimate, partsHz }, recording, wave);
    };
    expect(apart(9.6)).toMatchObject({
      reason: null,
      deviation: expect.closeTo(2.9, 1) as unknown,
    });
    expect(apart(10.3)).toMatchObject({
      reason: 'unstable',
      deviation: expect.closeTo(3.1, 1) as unknown,
    });
  });

  it('stops pure noise, whatever the seed', () => {
    for (let seed = 1; seed <= 30; seed++) {
      expect(verdict({ pulse: 0, noise: 0.2, seed })).not.toBeNull();
    }
  });
});
