// SPDX-License-Identifier: Apache-2.0
import { readWaveform } from '@perfuse/vitals';
import { breathWindows, type BreathsFile } from './recordings/breaths.ts';
import { unknownReading, type Breath, type RecordingResult } from './report.ts';

const WINDOW_S = 30;

type Result = Omit<RecordingResult, 'name' | 'group' | 'set'>;

/** Breathing of each window with counted breaths, from a wave through the beats and breathing of every face. */
export function readBreaths(recording: BreathsFile): Result {
  const breathing = breathWindows(recording).map(({ startS, wave, truth }): Breath => {
    const { breathing: found, snrDb } = readWaveform(wave.timeMs, wave.values);
    const { rate, uncertainty } = found;
    const deviation = rate === null ? null : uncertainty;
    return { startS, truth, value: rate, deviation, snr: snrDb };
  });
  return {
    seconds: breathing.length * WINDOW_S,
    snr: -100,
    reason: null,
    hr: unknownReading,
    rr: unknownReading,
    sdnn: unknownReading,
    rmssd: unknownReading,
    stress: null,
    plain: { skin: null, box: null },
    windows: [],
    intervalErrorMs: null,
    windowErrors: [],
    breathing,
    rates: [],
  };
}
