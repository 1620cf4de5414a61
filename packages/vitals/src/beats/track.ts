// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import { turnsOf } from '../pulse/path.ts';
import {
  carrierAt,
  demodulated,
  doubled,
  phaseGain,
  phaseOf,
  type Demodulated,
} from '../pulse/phase.ts';
import { lowPass } from '../signal/butterworth.ts';
import { masked, mixed } from '../signal/elementwise.ts';
import { mean } from '../signal/statistics.ts';

const TURN = 2 * Math.PI;

/** Half width of the band around the path that is followed first, Hz: narrow, so that noise does not add a turn. */
const COARSE_REACH_HZ = 0.25;
/**
 * Half width of the band in which the remaining phase is read, Hz, and its limit as a share of the heart's frequency.
 */
const REACH_HZ = 1.2;
const REACH_SHARE = 0.6;
/** Faster changes of the pulse's amplitude are noise, Hz. */
const BREATH_HZ = 0.35;
/** The pulse's amplitude is followed no faster than this, Hz. */
const HEIGHT_HZ = 0.1;
/** Lower limit of the followed amplitude, as a share of its mean. */
const MIN_HEIGHT = 0.4;

/** The pulse wave whose phase is followed. */
export interface TrackInput {
  /** Uniform; upwards means more blood. */
  readonly wave: Float64Array;
  /** 1 where the wave was measured. */
  readonly usable: Uint8Array;
  /** Samples/s. */
  readonly rate: number;
  /** Frequency of the heart by sample, Hz: followed where it changes. */
  readonly path: Float64Array;
  /** Edges of the zero-phase high-passes (second order, both ways) that were applied to the wave, Hz. */
  readonly edgesHz: readonly number[];
}

/** The turns of a heart as observed in a pulse wave. */
export interface Track {
  /** Turns by sample, without modulation faster than a quarter of a Hz. */
  readonly smooth: Float64Array;
  /** Contribution of faster modulation and noise, turns, small. */
  readonly rest: Float64Array;
  /** The pulse's fast changes of amplitude on the scale of `rest`: the same noise, without modulation. */
  readonly ripple: Float64Array;
  /** Half width of the band of `rest` and `ripple`, Hz. */
  readonly reachHz: number;
  /** Share of the power of a modulation at this frequency that remains in the turns. */
  readonly gain: (hz: number) => number;
  /** The same for noise. */
  readonly noiseGain: (hz: number) => number;
}

/** The remaining phase and the noise beside it, as observed in one of the pulse's harmonics. */
type Reading = Pick<Track, 'rest' | 'ripple'>;

/**
 * Follows the phase of a pulse wave along a path of its rate: first in a narrow band (demodulated and low-passed;
 * Boashash 1992, doi:10.1109/5.135376), then the remaining phase in a wide band around that, which is small enough to
 * be read from one quadrature. The other quadrature gives the noise. The pulse's second harmonic turns twice as far, so
 * it is read too, and the two are mixed by their noise.
 */
export function trackOf(input: TrackInput): Track {
  const { wave, usable, rate, path } = input;
  const smooth = followed(input);
  const hz = mean(path);
  const reachHz = Math.min(REACH_HZ, REACH_SHARE * hz);
  const carrier = carrierAt(smooth);
  const first = upright(demodulated(wave, rate, carrier, reachHz));
  const second = upright(demodulated(wave, rate, doubled(carrier), reachHz));
  const height = heightOf(first, rate);
  const { rest, ripple } = quieter(
    readingOf(first, 1, height, rate),
    readingOf(second, 2, height, rate),
    rate,
  );
  const passed = passes(input.edgesHz, hz);
  return {
    smooth,
    rest: masked(rest, usable),
    ripple: masked(ripple, usable),
    reachHz,
    // Modulation appears equally on both sides of the pulse's line, noise independently on each.
    gain: (f) => phaseGain(f, reachHz) * ((passed(hz - f) + passed(hz + f)) / 2) ** 2,
    noiseGain: (f) => (phaseGain(f, reachHz) * (passed(hz - f) ** 2 + passed(hz + f) ** 2)) / 2,
  };
}

/** A harmonic rotated so that its mean is real: the phase is across it, the amplitude along it. */
interface Upright {
  readonly along: Float64Array;
  readonly across: Float64Array;
  readonly size: number;
}

function upright({ real, imaginary }: Demodulated): Upright {
  const [x, y] = [mean(real), mean(imaginary)];
  const size = Math.hypot(x, y);
  return {
    along: mixed(real, x / size, imaginary, y / size),
    across: mixed(imaginary, x / size, real, -y / size),
    size,
  };
}

/** The pulse's amplitude over its mean, from its fundamental. */
function heightOf({ along, size }: Upright, rate: number): Float64Array {
  const height = lowPass(along, rate, HEIGHT_HZ);
  for (let i = 0; i < height.length; i++) {
    height[i] = Math.max(MIN_HEIGHT, (height[i] ?? 0) / size);
  }
  return height;
}

function readingOf(
  { along, across, size }: Upright,
  order: number,
  height: Float64Array,
  rate: number,
): Reading {
  const slow = lowPass(along, rate, HEIGHT_HZ);
  const perTurn = order * TURN * size;
  const rest = zeros(height.length);
  const ripple = zeros(height.length);
  for (let i = 0; i < height.length; i++) {
    const scale = 1 / (perTurn * (height[i] ?? 1));
    rest[i] = (across[i] ?? 0) * scale;
    ripple[i] = ((along[i] ?? 0) - (slow[i] ?? 0)) * scale;
  }
  return { rest, ripple };
}

/** Two readings of the same phase, mixed by the power of their noise. */
function quieter(first: Reading, second: Reading, rate: number): Reading {
  const [one, other] = [fastPower(first.ripple, rate), fastPower(second.ripple, rate)];
  const share = one / (one + other);
  if (!(share > 0)) return first;
  return {
    rest: mixed(first.rest, 1 - share, second.rest, share),
    ripple: mixed(first.ripple, 1 - share, second.ripple, share),
  };
}

function fastPower(ripple: Float64Array, rate: number): number {
  const slow = lowPass(ripple, rate, BREATH_HZ);
  let sum = 0;
  for (let i = 0; i < ripple.length; i++) sum += ((ripple[i] ?? 0) - (slow[i] ?? 0)) ** 2;
  return sum / ripple.length;
}

/** Gain of the high-passes relative to that at `middle`. */
function passes(edgesHz: readonly number[], middle: number): (hz: number) => number {
  const through = (hz: number): number =>
    hz > 0 ? edgesHz.reduce((gain, edge) => gain / (1 + (edge / hz) ** 4), 1) : 0;
  const reference = through(middle);
  return (hz) => through(hz) / reference;
}

/** Turns by sample of the phase in the narrow band; held where the wave was not measured. */
function followed({ wave, usable, rate, path }: TrackInput): Float64Array {
  const turns = turnsOf(path, rate);
  const phase = phaseOf(demodulated(wave, rate, carrierAt(turns), COARSE_REACH_HZ), usable);
  return mixed(turns, 1, phase, 1);
}
