// SPDX-License-Identifier: Apache-2.0
import { analyse } from '@perfuse/vitals';
import { secondsOf } from './recordings/cut.ts';
import { rateWindows, type SegmentsFile } from './recordings/segments.ts';
import { plainRates } from './read-face.ts';
import { unknownReading, type RateReading, type RecordingResult } from './report.ts';

type Result = Omit<RecordingResult, 'name' | 'group' | 'set'>;

/** Heart rate of each window whose pulse was counted, by the engine and by the plain methods. */
export function readSegments(recording: SegmentsFile): Result {
  const rates = rateWindows(recording).map(({ startS, frames, truth }): RateReading => {
    const { channels, snrDb } = analyse(frames);
    const value = channels.HR_BPM?.value ?? null;
    return {
      ...{ startS, truth, value, snr: snrDb, plain: plainRates(frames) },
      deviation: value === null ? null : (channels.HR_BPM?.uncertainty ?? null),
    };
  });
  return {
    seconds: secondsOf(Float64Array.from(recording.t, (s) => 1000 * s)),
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
    breathing: [],
    rates,
  };
}
