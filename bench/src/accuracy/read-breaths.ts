// SPDX-License-Identifier: Apache-2.0
import { breathingByChest, readWaveform, type BreathingEstimate } from '@perfuse/vitals';
import { secondsOf } from './recordings/cut.ts';
import { breathWindows, type BreathsFile } from './recordings/breaths.ts';
import type { Wave } from './recordings/waves.ts';
import { noFigures, type Breath, type RecordingFigures } from './report.ts';

const WINDOW_S = 30;

/** Breathing from a chest movement with full confidence in every sample. */
function byChest({ timeMs, values }: Wave): BreathingEstimate {
  const confidence = values.map(() => 1);
  return breathingByChest({ y: values, confidence }, timeMs.length / secondsOf(timeMs));
}

/** A chest movement has no pulse, dB. */
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
 * Breathing in each window with counted breaths: from a wave by the same beats and breathing as for faces, or from a
 * chest movement alone.
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
