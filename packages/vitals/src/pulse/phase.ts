// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import { lowPassBoth } from '../signal/butterworth.ts';

const TURN = 2 * Math.PI;

/** A wave shifted down to 0 Hz: a steady one at the carrier's frequency is a constant, whose angle is its phase. */
export interface Demodulated {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

/** Cosine and sine of a carrier's phase at each sample. */
interface Carrier {
  readonly cosine: Float64Array;
  readonly sine: Float64Array;
}

/** @param turns phase of the carrier at each sample, turns. */
export function carrierAt(turns: Float64Array): Carrier {
  const cosine = zeros(turns.length);
  const sine = zeros(turns.length);
  for (let i = 0; i < turns.length; i++) {
    const angle = TURN * (turns[i] ?? 0);
    cosine[i] = Math.cos(angle);
    sine[i] = Math.sin(angle);
  }
  return { cosine, sine };
}

/** The carrier of twice the phase. */
export function doubled({ cosine, sine }: Carrier): Carrier {
  const [doubleCosine, doubleSine] = [zeros(cosine.length), zeros(cosine.length)];
  for (let i = 0; i < cosine.length; i++) {
    const c = cosine[i] ?? 0;
    const s = sine[i] ?? 0;
    doubleCosine[i] = c * c - s * s;
    doubleSine[i] = 2 * c * s;
  }
  return { cosine: doubleCosine, sine: doubleSine };
}

/** A uniform carrier from phase 0, by rotation: precise to 1e-12 over some thousand samples. @param step turns. */
function uniformCarrier(step: number, length: number): Carrier {
  const cosine = zeros(length);
  const sine = zeros(length);
  const c = Math.cos(TURN * step);
  const s = Math.sin(TURN * step);
  let x = 1;
  let y = 0;
  for (let i = 0; i < length; i++) {
    cosine[i] = x;
    sine[i] = y;
    const turned = x * c - y * s;
    y = y * c + x * s;
    x = turned;
  }
  return { cosine, sine };
}

/**
 * Multiplies a wave by a carrier and keeps what is near it (Boashash 1992, doi:10.1109/5.135376).
 * @param wave uniform, rate in samples/s.
 * @param reachHz half width of the band around the carrier that is followed, Hz.
 */
export function demodulated(
  wave: Float64Array,
  rate: number,
  { cosine, sine }: Carrier,
  reachHz: number,
): Demodulated {
  const mixedCosine = zeros(wave.length);
  const mixedSine = zeros(wave.length);
  for (let i = 0; i < wave.length; i++) {
    mixedCosine[i] = (wave[i] ?? 0) * (cosine[i] ?? 0);
    mixedSine[i] = -(wave[i] ?? 0) * (sine[i] ?? 0);
  }
  const [real, imaginary] = lowPassBoth(mixedCosine, mixedSine, rate, reachHz);
  return { real, imaginary };
}

/**
 * Unwrapped phase of a wave relative to its carrier, in turns: how far the heart is ahead. Held where the wave was not
 * measured.
 * @param usable 1 where it was measured.
 */
export function phaseOf({ real, imaginary }: Demodulated, usable: Uint8Array): Float64Array {
  const turns = zeros(real.length);
  let last = Math.atan2(imaginary[0] ?? 0, real[0] ?? 0) / TURN;
  for (let i = 0; i < turns.length; i++) {
    if (usable[i] === 1) {
      const phase = Math.atan2(imaginary[i] ?? 0, real[i] ?? 0) / TURN;
      last = phase + Math.round(last - phase);
    }
    turns[i] = last;
  }
  return turns;
}

/**
 * Phase of a wave relative to a uniform carrier: see {@link phaseOf}.
 * @param wave uniform, rate in samples/s. @param usable 1 where it was measured. @param hz the carrier's frequency.
 * @param reachHz half width of the band around the carrier that is followed, Hz.
 */
export function phaseAgainst(
  wave: Float64Array,
  usable: Uint8Array,
  rate: number,
  hz: number,
  reachHz: number,
): Float64Array {
  const carrier = uniformCarrier(hz / rate, wave.length);
  return phaseOf(demodulated(wave, rate, carrier, reachHz), usable);
}

/** Squared gain of the low-pass in {@link demodulated} for a modulation of this frequency. */
export function phaseGain(hz: number, reachHz: number): number {
  return 1 / (1 + (hz / reachHz) ** 4) ** 2;
}
