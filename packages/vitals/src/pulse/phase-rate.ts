// SPDX-License-Identifier: Apache-2.0
import { countOf } from '../signal/elementwise.ts';
import { phaseAgainst } from './phase.ts';

/**
 * Half width of the band whose phase is followed, Hz: includes a heart's own modulation but not the second harmonic.
 */
const REACH_HZ = 0.25;
/** The phase at the beginning and at the end is averaged over this time, s: noise averages out, the span stays long. */
const END_S = 2.5;
/**
 * Further from the spectrum's peak the phase of a weak pulse has slipped by a cycle or more, which is 2 a minute in 30
 * s, Hz. Of 323 weak synthetic pulses below {@link CLEAR_DB}, the rates by phase were off by 0.2 a minute on average up
 * to 1.5 a minute from the peak, and by more than the peak itself beyond.
 */
const WEAK_SHIFT_HZ = 0.025;
/**
 * A clear pulse's phase does not slip: a difference from the peak means a changing rate, or light in the spectrum, Hz.
 */
const CLEAR_SHIFT_HZ = 0.1;
/**
 * A pulse is clear from this value on, dB. Of 319 synthetic faces in harsh light or with a changing rate, 11 above it
 * were 1.5 to 3.7 a minute from their peak: their rates by phase were off by 0.16 on average, their peaks by 2.1.
 */
const CLEAR_DB = 3;
/** The second round demodulates at the rate that the first found. */
const ROUNDS = 2;

/**
 * Mean frequency of a pulse from its phase at the beginning and at the end: equivalent to counting beats, but from the
 * whole wave and not from single upslopes, and without a spectrum's window and smoothing, which weight some stretches
 * of a recording more than others.
 * @param wave uniform, band-limited, rate in samples/s. @param usable 1 where the wave was measured.
 * @param f0 approximate frequency of the pulse, Hz. @param snrDb how clear it is; by default not at all.
 * @returns Hz; NaN where the phase cannot be followed.
 */
export function phaseFrequency(
  wave: Float64Array,
  usable: Uint8Array,
  rate: number,
  f0: number,
  snrDb = Number.NEGATIVE_INFINITY,
): number {
  const most = snrDb < CLEAR_DB ? WEAK_SHIFT_HZ : CLEAR_SHIFT_HZ;
  let hz = f0;
  for (let round = 0; round < ROUNDS; round++) hz += drift(wave, usable, rate, hz);
  return Math.abs(hz - f0) <= most ? hz : Number.NaN;
}

/**
 * How much faster than `hz` the wave turns, Hz: the mean phase at the end minus that at the beginning, over the time.
 */
function drift(wave: Float64Array, usable: Uint8Array, rate: number, hz: number): number {
  const phase = phaseAgainst(wave, usable, rate, hz, REACH_HZ);
  const count = countOf(usable);
  const size = Math.min(Math.round(END_S * rate), Math.floor(count / 2));
  let [turns, samples] = [0, 0];
  for (let i = 0, k = 0; i < phase.length; i++) {
    if (usable[i] !== 1) continue;
    const side = k >= count - size ? 1 : k < size ? -1 : 0;
    turns += side * (phase[i] ?? 0);
    samples += side * i;
    k++;
  }
  return (rate * turns) / samples;
}
