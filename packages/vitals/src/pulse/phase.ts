// SPDX-License-Identifier: Apache-2.0
import { lowPass } from '../signal/butterworth.ts';

const TURN = 2 * Math.PI;

/**
 * Phase of a wave against a carrier, in turns without jumps: how far the heart is ahead of an even beat
 * (demodulated and low-passed; Boashash 1992, doi:10.1109/5.135376). Held where the wave was not measured.
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
  const turn = (TURN * hz) / rate;
  const mixedCosine = new Float64Array(wave.length);
  const mixedSine = new Float64Array(wave.length);
  for (let i = 0; i < wave.length; i++) {
    mixedCosine[i] = (wave[i] ?? 0) * Math.cos(turn * i);
    mixedSine[i] = -(wave[i] ?? 0) * Math.sin(turn * i);
  }
  const real = lowPass(mixedCosine, rate, reachHz);
  const imaginary = lowPass(mixedSine, rate, reachHz);
  const turns = new Float64Array(wave.length);
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

/** Gain of the low-pass behind {@link phaseAgainst} for a swing of this frequency, squared. */
export function phaseGain(hz: number, reachHz: number): number {
  return 1 / (1 + (hz / reachHz) ** 4) ** 2;
}
