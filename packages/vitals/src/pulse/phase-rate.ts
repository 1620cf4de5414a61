// SPDX-License-Identifier: Apache-2.0
import { countOf } from '../signal/elementwise.ts';
import { phaseAgainst } from './phase.ts';

/**
 * Half widths of the two bands whose phase is followed, Hz. The narrow one contains the usual modulation of a heart.
 * The wide one, for fast and abrupt changes, is limited by the filters, the second harmonic and the share of the rate.
 */
const REACH_HZ = 0.25;
const WIDE_HZ = 0.5;
const WIDE_SHARE = 0.4;
/** The phase at the beginning and at the end is averaged over this time, s: noise averages out, the span stays long. */
const END_S = 2.5;
/**
 * Beyond this distance from the spectrum's peak, the phase may have slipped in both bands, Hz: for weak pulses, and for
 * others. Of 3141 synthetic and real pulses under a synthetic camera, the peak was nearer to the truth in 17 of 64 weak
 * ones beyond the first distance, and in 15 of 223 others beyond it.
 */
const WEAK_SHIFT_HZ = 0.025;
const SHIFT_HZ = 0.05;
const WEAK_DB = 0;
/** The second round demodulates at the rate that the first found. */
const ROUNDS = 2;

/** Mean frequency of a pulse. */
export interface PhaseRate {
  /** Hz; NaN without samples. */
  readonly hz: number;
  /** `spectrum` where the phase of a weak pulse may have slipped: it is then the peak of the spectrum. */
  readonly by: 'phase' | 'spectrum';
  /** Standard deviation due to turns that may be missed or counted twice, Hz. */
  readonly slipHz: number;
}

/**
 * Mean frequency of a pulse from its phase at the beginning and at the end: equivalent to counting beats, but from the
 * whole wave and not from single upslopes, and without a spectrum's window and smoothing, which weight some stretches
 * of a recording more than others. A narrow band slips by a turn where the rate changes too fast for it, a wide one
 * where noise exceeds the pulse (Tausworthe 1967, doi:10.1109/TCOM.1967.1089589): the number of turns is certain only
 * if both count the same.
 * @param wave uniform, band-limited, rate in samples/s. @param usable 1 where the wave was measured.
 * @param f0 approximate frequency of the pulse, Hz. @param snrDb how clear it is.
 */
export function phaseRate(
  wave: Float64Array,
  usable: Uint8Array,
  rate: number,
  f0: number,
  snrDb: number,
): PhaseRate {
  const within = (reachHz: number): number => {
    let hz = f0;
    for (let round = 0; round < ROUNDS; round++) hz += drift(wave, usable, rate, hz, reachHz);
    return hz;
  };
  const [narrow, wide] = [within(REACH_HZ), within(Math.min(WIDE_HZ, WIDE_SHARE * f0))];
  const isWeak = snrDb < WEAK_DB;
  const shift = Math.abs(narrow - f0);
  const isFar = shift > (isWeak ? WEAK_SHIFT_HZ : SHIFT_HZ);
  const slipHz = Math.max(Math.abs(wide - narrow), isFar ? shift : 0) / 2;
  return isWeak && isFar ? { hz: f0, by: 'spectrum', slipHz } : { hz: narrow, by: 'phase', slipHz };
}

/**
 * How much faster than `hz` the wave turns, Hz: the mean phase at the end minus that at the beginning, over the time.
 */
function drift(
  wave: Float64Array,
  usable: Uint8Array,
  rate: number,
  hz: number,
  reachHz: number,
): number {
  const phase = phaseAgainst(wave, usable, rate, hz, reachHz);
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
