// SPDX-License-Identifier: Apache-2.0
import { breathingByChest, readWaveform, type BreathingEstimate } from '@perfuse/vitals';
import { secondsOf } from './recordings/cut.ts';
import { breathWindows, type BreathsFile } from './recordings/breaths.ts';
import type { Wave } from './recordings/waves.ts';
import { noFigures, type Breath, type RecordingFigures } from './report.ts';

const WINDOW_S = 30;

/** A chest that is seen as well as can be. */
function byChest({ timeMs, values }: Wave): BreathingEstimate {
  const confidence = values.map(() => 1);
  return breathingByChest({ y: values, confidence }, timeMs.length / secondsOf(timeMs));
}

/** A chest has no pulse, dB. */
const NO_SNR = -100;

function breathOf(
  startS: number,
  truth: number,
  { rate, uncertainty }: BreathingEstimate,
  snr: number,
): Breath {
  return { startS, truth, value: rate, deviation: rate === null ? null : uncertainty, snr };
}

/**
 * Breathing of each window with counted breaths, from a wave through the beats and breathing of every face, or from a
 * chest alone.
 */
export function readBreaths(recording: BreathsFile): RecordingFigures {
  const isChest = recording.kind === 'chest-accel';
  const breathing = breathWindows(recording).map(({ startS, wave, truth }): Breath => {
    if (isChest) return breathOf(startS, truth, byChest(wave), NO_SNR);
    const { breathing: found, snrDb } = readWaveform(wave.timeMs, wave.values);
    return breathOf(startS, truth, found, snrDb);
  });
  return { ...noFigures, seconds: breathing.length * WINDOW_S, breathing };
}
