// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries, RegionSeries } from '@perfuse/contract/payload/chunk';

/** A repeatable stream of random numbers (mulberry32). */
export function randomStream(seed: number): { uniform: () => number; normal: () => number } {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(uniform() + 1e-12)) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

export interface FakePerson {
  readonly seed?: number;
  readonly durationS?: number;
  readonly fps?: number;
  /** Times of the frames, s; instead of duration and rate. */
  readonly timesS?: readonly number[];
  /** Mean heart rate, per minute. */
  readonly heartRate?: number;
  /** Relative modulation of the rate by breathing. */
  readonly sinusArrhythmia?: number;
  /** Breaths per minute. */
  readonly breathing?: number;
  /** Relative amplitude of green's pulse; 0 is no pulse. */
  readonly pulse?: number;
  /** -1 darkens with blood, as in life; 1 brightens. */
  readonly polarity?: 1 | -1;
  /** Noise of the averaged colours, levels. */
  readonly noise?: number;
  /** Amplitude of light that oscillates at `lightHz` on face and background equally. */
  readonly light?: number;
  readonly lightHz?: number;
  /** Amplitude of sideways movement at `motionHz`, frame widths, and its effect on the three colours. */
  readonly motion?: number;
  readonly motionHz?: number;
  readonly motionColour?: readonly [number, number, number];
}

export interface FakeFilm {
  readonly frames: FrameSeries;
  /** Times of the beats (steepest rise of blood), ms. */
  readonly beatsMs: readonly number[];
}

const SKIN = [190, 140, 115] as const;
/** Relative to green, in relative change. */
const BLOOD = [0.4, 1, 0.7] as const;

/**
 * Films a person who is a single spot of skin in front of a grey wall: the truth of every test here is known exactly.
 */
export function film(person: FakePerson = {}): FakeFilm {
  const { seed = 1, durationS = 30, fps = 30, polarity = -1, noise = 0.05 } = person;
  const { pulse = 0.006, light = 0, lightHz = 0.4, motion = 0, motionHz = 0.7 } = person;
  const motionColour = person.motionColour ?? [0, 0, 0];
  const times =
    person.timesS ?? Array.from({ length: Math.round(durationS * fps) }, (_, i) => i / fps);
  const random = randomStream(seed);
  const heart = heartOf(person, times.at(-1) ?? 0);
  const moved = (s: number): number => motion * Math.sin(2 * Math.PI * motionHz * s);
  const lit = (s: number): number => 1 + light * Math.sin(2 * Math.PI * lightHz * s + 1);
  const colour = (c: 0 | 1 | 2): Float32Array =>
    Float32Array.from(times, (s) => {
      const blood = 1 + polarity * pulse * BLOOD[c] * heart.wave(s);
      return SKIN[c] * lit(s) * blood * (1 + motionColour[c] * moved(s)) + noise * random.normal();
    });
  const wall = (): Float32Array =>
    Float32Array.from(times, (s) => 150 * lit(s) + noise * random.normal());
  const skin: RegionSeries = { red: colour(0), green: colour(1), blue: colour(2), ...still(times) };
  return {
    beatsMs: heart.beatsS.map((s) => 1000 * s),
    frames: {
      timeMs: Float64Array.from(times, (s) => 1000 * s),
      face: {
        confidence: same(times, 1),
        centreX: Float32Array.from(times, (s) => 0.5 + moved(s)),
        centreY: same(times, 0.5),
        width: same(times, 0.2),
        yaw: same(times, 0),
        pitch: same(times, 0),
        roll: same(times, 0),
      },
      background: { red: wall(), green: wall(), blue: wall() },
      regions: { skin },
    },
  };
}

/** A person whose heart speeds up or slows down uniformly from one rate to another, per minute. */
export function movingFilm(from: number, to: number, person: FakePerson = {}): FrameSeries {
  const { durationS = 30 } = person;
  const beats = (s: number): number => (from * s + ((to - from) * s * s) / (2 * durationS)) / 60;
  return bentFilm(beats, (from + to) / 2, person);
}

/** A person whose heart jumps from one rate to another, per minute, after some seconds. */
export function jumpingFilm(
  from: number,
  to: number,
  atS: number,
  person: FakePerson = {},
): FrameSeries {
  const { durationS = 30 } = person;
  const beats = (s: number): number => (from * Math.min(s, atS) + to * Math.max(0, s - atS)) / 60;
  return bentFilm(beats, (60 * beats(durationS)) / durationS, person);
}

/** @param beats beats since 0 s. @param mean mean rate, per minute. */
function bentFilm(beats: (s: number) => number, mean: number, person: FakePerson): FrameSeries {
  const { durationS = 30, fps = 30 } = person;
  // The film's heart is steady; each frame gets the time at which the changing heart has reached the same beat.
  const times = Array.from({ length: Math.round(durationS * fps) }, (_, i) => i / fps);
  const timesS = times.map((s) => (60 * beats(s)) / mean);
  const { frames } = film({ heartRate: mean, sinusArrhythmia: 0.01, ...person, timesS });
  return { ...frames, timeMs: Float64Array.from(times, (s) => 1000 * s) };
}

function same(times: readonly number[], value: number): Float32Array {
  return new Float32Array(times.length).fill(value);
}

function still(times: readonly number[]): Pick<RegionSeries, 'pixels' | 'clipped' | 'texture'> {
  return { pixels: same(times, 12_000), clipped: same(times, 0.01), texture: same(times, 4) };
}

interface Heart {
  /** Blood volume at a time, s. */
  readonly wave: (timeS: number) => number;
  readonly beatsS: readonly number[];
}

/** A pulse with a second harmonic whose rate is modulated by the breath. */
function heartOf(person: FakePerson, endS: number): Heart {
  const { heartRate = 72, sinusArrhythmia = 0.03, breathing = 15 } = person;
  const breathHz = breathing / 60;
  const phase = (s: number): number =>
    (heartRate / 60) *
    (s - (sinusArrhythmia / (2 * Math.PI * breathHz)) * Math.cos(2 * Math.PI * breathHz * s));
  const wave = (s: number): number => {
    const angle = 2 * Math.PI * phase(s);
    return Math.sin(angle) + 0.35 * Math.sin(2 * angle);
  };
  const beatsS: number[] = [];
  for (let beat = Math.ceil(phase(0)); beat < phase(endS); beat++) {
    beatsS.push(inverse(phase, beat, endS));
  }
  return { wave, beatsS };
}

/** Time at which a rising function reaches a value, by bisection. */
function inverse(rising: (s: number) => number, value: number, endS: number): number {
  let [low, high] = [-1, endS + 1];
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (rising(middle) < value) low = middle;
    else high = middle;
  }
  return low;
}

/** The same film with every colour changed. */
export function recoloured(
  frames: FrameSeries,
  change: (value: number, frame: number) => number,
): FrameSeries {
  const regions = Object.fromEntries(
    Object.entries(frames.regions).map(([id, region]) => [
      id,
      {
        ...region,
        red: region.red.map(change),
        green: region.green.map(change),
        blue: region.blue.map(change),
      },
    ]),
  );
  const { red, green, blue } = frames.background;
  return {
    ...frames,
    regions,
    background: { red: red.map(change), green: green.map(change), blue: blue.map(change) },
  };
}
