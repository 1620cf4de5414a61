// SPDX-License-Identifier: Apache-2.0
import { readWaveform } from '@perfuse/vitals';
import { breathWindows, type BreathsFile } from './recordings/breaths.ts';
import type { Breath, RecordingResult } from './report.ts';

const WINDOW_S = 30;

type Result = Omit<RecordingResult, 'name' | 'group' | 'set'>;

/** Breathing of each window with counted breaths, from a wave through the beats and breathing of every face. */
export function readBreaths(recording: BreathsFile): Result {
  const breathing = breathWindows(recording).map(({ startS, wave, truth }): Breath => {
    const { rate, uncertainty } = readWaveform(wave.timeMs, wave.values).breathing;
    return { startS, truth, value: rate, deviation: rate === null ? null : uncertainty };
  });
  const unknown = { truth: null, value: null, snr: -100 };
  return {
    seconds: breathing.length * WINDOW_S,
    snr: -100,
    reason: null,
    hr: unknown,
    rr: unknown,
    sdnn: unknown,
    rmssd: unknown,
    plain: { skin: null, box: null },
    windows: [],
    intervalErrorMs: null,
    windowErrors: [],
    breathing,
  };
}
