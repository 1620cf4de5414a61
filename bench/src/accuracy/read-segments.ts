// SPDX-License-Identifier: Apache-2.0
import { analyse } from '@perfuse/vitals';
import { secondsOf } from './recordings/cut.ts';
import { rateWindows, type SegmentsFile } from './recordings/segments.ts';
import { plainRates } from './read-face.ts';
import { noFigures, type RateReading, type RecordingFigures } from './report.ts';

/** Heart rate of each window whose pulse was counted, by the engine and by the plain methods. */
export function readSegments(recording: SegmentsFile): RecordingFigures {
  const rates = rateWindows(recording).map(({ startS, frames, truth }): RateReading => {
    const { channels, snrDb } = analyse(frames);
    const value = channels.HR_BPM?.value ?? null;
    return {
      ...{ startS, truth, value, snr: snrDb, plain: plainRates(frames) },
      deviation: value === null ? null : (channels.HR_BPM?.uncertainty ?? null),
    };
  });
  return {
    ...noFigures,
    seconds: secondsOf(Float64Array.from(recording.t, (s) => 1000 * s)),
    rates,
  };
}
