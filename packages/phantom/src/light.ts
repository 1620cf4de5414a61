// SPDX-License-Identifier: Apache-2.0
import type { Rgb } from './appearance.ts';
import { inRange } from './in-range.ts';
import { seededRandom, type Random } from './random.ts';

const TURN = 2 * Math.PI;
/** Below every heart rate: clouds, the camera's own exposure. */
const DRIFT_HZ = { from: 0.02, to: 0.25 } as const;
const DRIFT_WAVES = 5;
/** Restless light overlaps with heart rates: a television in the room, leaves in front of the sun, lamps that dim. */
const RESTLESS_HZ = { from: 0.05, to: 3 } as const;
const RESTLESS_WAVES = 24;
/** Transition time of a picture change on a screen, s. */
const CUT_S = 0.08;

/** Random fluctuation of the light, with power falling with the square of the frequency. */
export interface RestlessLight {
  /** Relative standard deviation of the brightness, 0..0.3. */
  readonly brightness: number;
  /** The same for each colour independently. */
  readonly tint: number;
}

/** The light of a screen with moving pictures, which falls on the face more than on the wall behind it. */
export interface ScreenLight {
  /** Relative standard deviation of each colour on the face, 0..0.3. */
  readonly depth: number;
  /** Changes of the picture, per s, 0.05..10. */
  readonly cutsPerS: number;
  /** Share of it that reaches the background, 0..1. */
  readonly spill: number;
}

/**
 * A coloured light on the face that swings about as regularly as a heart: a fan in front of a lamp, a film, a party.
 */
export interface SwingingLight {
  /** Relative amplitude, 0..0.3. */
  readonly depth: number;
  /** Swings per s, 0.1..5; the rate wanders by some per cent. */
  readonly hz: number;
  /** Relative standard deviation of the colours' depths, 0..2: at 0 it is white. */
  readonly tint: number;
  /** Share of it that reaches the background, 0..1. */
  readonly spill: number;
}

/** Instantaneous light of a lamp on the mains: slower frame rates alias it. */
export interface Flicker {
  readonly hz: number;
  /** Relative amplitude. */
  readonly depth: number;
  /** Additional depth in blue relative to green, and reduction in red, 0..1. Default 0; discharge lamps have some. */
  readonly tint?: number;
}

export interface LightOptions {
  /** Length, s, above 0. Default 30. */
  readonly durationS?: number;
  readonly seed?: number;
  /** Slow drift of the light, shared with the background: relative standard deviation. Default 0.004. */
  readonly lightDrift?: number;
  /** Flicker of the light, shared with the background. Default none. */
  readonly flicker?: Flicker;
  /** Light fluctuations at heart rates, shared with the background. Default none. */
  readonly restless?: RestlessLight;
  /** A screen that lights the face. Default none. */
  readonly screen?: ScreenLight;
  /** A light that swings on the face. Default none. */
  readonly swinging?: SwingingLight;
}

/** Light at one time, per colour around 1. */
export interface Light {
  readonly background: Rgb;
  /** On the face, by the side of the face: -1 its left, 0 its middle, 1 its right. */
  readonly face: (side: number) => Rgb;
}

type Course = (timeS: number) => number;

/** Sum of sines with amplitudes as 1/f and the given standard deviation. */
function wander(deviation: number, random: Random): Course {
  if (deviation === 0) return () => 0;
  const { from, to } = RESTLESS_HZ;
  const waves = Array.from({ length: RESTLESS_WAVES }, (_, at) => {
    const hz = from + ((to - from) * (at + random.uniform())) / RESTLESS_WAVES;
    return { hz, offset: random.uniform(), height: 1 / hz };
  });
  const power = waves.reduce((sum, { height }) => sum + height ** 2 / 2, 0);
  const scale = deviation / Math.sqrt(power);
  return (timeS) =>
    waves.reduce(
      (sum, { hz, offset, height }) =>
        sum + scale * height * Math.sin(TURN * (hz * timeS + offset)),
      0,
    );
}

/** A level that jumps at the given times to random heights of standard deviation `deviation`. */
function cuts(times: readonly number[], deviation: number, random: Random): Course {
  const levels = [0, ...times].map(() => deviation * random.normal());
  return (timeS) => {
    const at = times.findLastIndex((time) => time <= timeS) + 1;
    const now = levels[at] ?? 0;
    const since = at === 0 ? CUT_S : timeS - (times[at - 1] ?? 0);
    if (since >= CUT_S) return now;
    const before = levels[at - 1] ?? 0;
    return before + ((now - before) * since) / CUT_S;
  };
}

function cutTimes(perS: number, durationS: number, random: Random): number[] {
  const times: number[] = [];
  for (let timeS = 0; timeS < durationS;) {
    timeS -= Math.log(1 - random.uniform()) / perS;
    times.push(timeS);
  }
  return times;
}

function slowDrift(lightDrift: number, seed: number): Course {
  const random = seededRandom(seed ^ 0x11647);
  const waves = Array.from({ length: DRIFT_WAVES }, () => ({
    hz: DRIFT_HZ.from + (DRIFT_HZ.to - DRIFT_HZ.from) * random.uniform(),
    offset: random.uniform(),
  }));
  const depth = lightDrift * Math.sqrt(2 / DRIFT_WAVES);
  return (timeS) =>
    waves.reduce((sum, { hz, offset }) => sum + depth * Math.sin(TURN * (hz * timeS + offset)), 0);
}

type Colours = readonly [Course, Course, Course];
const threeOf = (course: (channel: number) => Course): Colours => [course(0), course(1), course(2)];

/** A light on the face that also reaches the background by its `spill`, and is stronger on one side by its `slant`. */
interface Lamp {
  readonly colours: Colours;
  readonly spill: number;
  readonly slant: number;
}

const slanted = (random: Random): number => 0.6 * (random.uniform() - 0.5);

function screenOf(screen: ScreenLight, durationS: number, seed: number): Lamp {
  const depth = inRange('depth', screen.depth, 0, 0.3);
  const spill = inRange('spill', screen.spill, 0, 1);
  const random = seededRandom(seed ^ 0x5c4ee);
  const times = cutTimes(inRange('cutsPerS', screen.cutsPerS, 0.05, 10), durationS, random);
  return { colours: threeOf(() => cuts(times, depth, random)), spill, slant: slanted(random) };
}

/** Relative wander of a swinging light's rate. */
const SWING_WANDER = 0.03;

function swingingOf(light: SwingingLight, seed: number): Lamp {
  const depth = inRange('depth', light.depth, 0, 0.3);
  const hz = inRange('hz', light.hz, 0.1, 5);
  const tint = inRange('tint', light.tint, 0, 2);
  const spill = inRange('spill', light.spill, 0, 1);
  const random = seededRandom(seed ^ 0x5b16);
  const offset = random.uniform();
  const slowHz = 0.05 + 0.05 * random.uniform();
  const turns: Course = (timeS) =>
    hz * timeS + ((SWING_WANDER * hz) / (TURN * slowHz)) * Math.sin(TURN * slowHz * timeS);
  const colours = threeOf(() => {
    const height = depth * (1 + tint * random.normal());
    return (timeS) => height * Math.sin(TURN * (turns(timeS) + offset));
  });
  return { colours, spill, slant: slanted(random) };
}

function roomOf(options: LightOptions, seed: number): Colours {
  const { lightDrift = 0.004, flicker } = options;
  const { brightness, tint } = options.restless ?? { brightness: 0, tint: 0 };
  const drift = slowDrift(inRange('lightDrift', lightDrift, 0, 0.3), seed);
  const random = seededRandom(seed ^ 0xe57);
  const restless = wander(inRange('brightness', brightness, 0, 0.3), random);
  const tints = threeOf(() => wander(inRange('tint', tint, 0, 0.3), random));
  return threeOf((channel) => (timeS) => {
    const beat = flicker ? flicker.depth * Math.sin(TURN * flicker.hz * timeS) : 0;
    const tinted = beat * (flicker?.tint ?? 0) * (channel - 1);
    return 1 + drift(timeS) + beat + tinted + restless(timeS) + (tints[channel]?.(timeS) ?? 0);
  });
}

/**
 * The light as a function of time in s.
 * @throws RangeError when an option is outside its range.
 */
export function lightAt(options: LightOptions): (timeS: number) => Light {
  const { durationS = 30, seed = 1, screen, swinging } = options;
  const room = roomOf(options, seed);
  const lamps = [
    ...(screen ? [screenOf(screen, durationS, seed)] : []),
    ...(swinging ? [swingingOf(swinging, seed)] : []),
  ];
  return (timeS) => {
    const base = room.map((colour) => colour(timeS));
    const added = lamps.map(({ colours }) => colours.map((colour) => colour(timeS)));
    const under = (share: (lamp: Lamp) => number): Rgb => {
      const of = (channel: 0 | 1 | 2): number =>
        lamps.reduce(
          (sum, lamp, at) => sum + share(lamp) * (added[at]?.[channel] ?? 0),
          base[channel] ?? 1,
        );
      return [of(0), of(1), of(2)];
    };
    return {
      background: under(({ spill }) => spill),
      face: (side) => under(({ slant }) => 1 + slant * side),
    };
  };
}
