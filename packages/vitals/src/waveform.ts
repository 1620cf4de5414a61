// SPDX-License-Identifier: Apache-2.0
import { intervalsOf } from './beats/intervals.ts';
import { irregularBeats } from './beats/irregular.ts';
import { rhythmOf, type Rhythm } from './beats/rhythm.ts';
import { acceptedMs, missesBeats, rmssd, sdnn } from './beats/variability.ts';
import { estimateBreathing, type BreathingEstimate } from './breathing/estimate.ts';
import { CONTACT_WEIGHTS } from './breathing/weights.ts';
import { candidates, MIN_SNR_DB } from './pulse/pool.ts';
import { peaks } from './pulse/peak.ts';
import { phaseRate } from './pulse/phase-rate.ts';
import { bandPass } from './signal/butterworth.ts';
import { pchip } from './signal/pchip.ts';
import { standardised } from './signal/statistics.ts';

const RATE = 60;
const BAND = { lowHz: 0.6, highHz: 4 };

/** Exposure steps of a phone can outweigh the pulse in the spectrum, so this many peaks are tried for steady beats. */
const TRIED_PEAKS = 3;
/** Another peak must give this many times the accepted time: a doubled rate finds steady beats too. */
const MUCH_MORE = 1.2;

/** Phase and beats must count the same turns within this; otherwise the phase has slipped by a whole one. */
const MIN_SLIP = 0.75;
/** In a shorter wave, its ends, whose phase is averaged, weigh too much, s. */
const MIN_PHASE_S = 60;

interface Attempt {
  readonly hz: number;
  readonly rhythm: Rhythm;
}

const NO_RHYTHM: Rhythm = {
  beats: { timesS: new Float64Array(0) },
  intervals: intervalsOf(new Float64Array(0)),
  polarity: 1,
  rate: Number.NaN,
  timed: false,
  fault: 'low-signal',
  irregular: irregularBeats([]),
  countFault: 'low-signal',
};

function acceptedTime({ intervals }: Rhythm): number {
  return acceptedMs(intervals).reduce((sum, ms) => sum + ms, 0);
}

/** Reading of a finished pulse wave, ungated: for contact sensors, other products' waves and benchmarks. */
export interface WaveformReading {
  /** Heart rate, per minute; NaN without beats. */
  readonly heartRate: number;
  readonly spectralRate: number;
  readonly snrDb: number;
  readonly rhythm: Rhythm;
  readonly sdnnMs: number;
  readonly rmssdMs: number;
  readonly breathing: BreathingEstimate;
}

/**
 * Beats, variability and breathing of one pulse wave.
 * @param timeMs strictly increasing sample times, ms, uneven or not. @param values the wave, upwards means more blood,
 * finite.
 */
export function readWaveform(timeMs: Float64Array, values: Float64Array): WaveformReading {
  const origin = timeMs[0] ?? 0;
  const at = timeMs.map((ms) => ms - origin);
  const length = Math.floor(((at[at.length - 1] ?? 0) * RATE) / 1000) + 1;
  const raw = pchip(at, values, 0, 1000 / RATE, length);
  const wave = standardised(bandPass(raw, RATE, BAND.lowHz, BAND.highHz));
  const [found] = candidates([wave], RATE, BAND, 16_384);
  const snrDb = found?.snrDb ?? MIN_SNR_DB;
  const readings = (found === undefined ? [] : peaks(found.spectrum, BAND))
    .slice(0, TRIED_PEAKS)
    .map(({ hz }) => ({ hz, rhythm: rhythmOf({ wave, rate: RATE, f0: hz, snrDb, frameMs: at }) }));
  const best = readings.reduce<Attempt>(
    (a, b) => (acceptedTime(b.rhythm) > MUCH_MORE * acceptedTime(a.rhythm) ? b : a),
    readings[0] ?? { hz: Number.NaN, rhythm: NO_RHYTHM },
  );
  const { hz: f0, rhythm } = best;
  const usable = new Uint8Array(length).fill(1);
  const hz = new Float64Array(length).fill(f0);
  const weights = CONTACT_WEIGHTS;
  const pulse = { rhythm, wave, height: wave, usable, hz, baseline: raw, weights };
  return {
    heartRate: heartRateOf(wave, usable, rhythm),
    spectralRate: 60 * f0,
    snrDb,
    rhythm,
    sdnnMs: sdnn(rhythm.intervals),
    rmssdMs: rmssd(rhythm.intervals),
    breathing: estimateBreathing({ pulse, height: null, chest: null, rate: RATE }),
  };
}

/** The rate from the mean interval; where intervals had to be left out, from the phase, which misses no beat. */
function heartRateOf(wave: Float64Array, usable: Uint8Array, { intervals, rate }: Rhythm): number {
  const seconds = wave.length / RATE;
  if (seconds < MIN_PHASE_S || !missesBeats(intervals)) return rate;
  const byPhase = 60 * phaseRate(wave, usable, RATE, rate / 60, MIN_SNR_DB).hz;
  const turnsApart = (Math.abs(byPhase - rate) / 60) * seconds;
  return turnsApart < MIN_SLIP ? byPhase : rate;
}
