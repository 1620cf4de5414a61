// SPDX-License-Identifier: Apache-2.0
import { analyse, plainHeartRate, PULSE_METHODS } from '@perfuse/vitals';
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import { secondsOf, windowOf } from './recordings/cut.ts';
import type { FaceRecording } from './recordings/face-traces.ts';
import { noFigures, type Methods, type Reading, type RecordingFigures } from './report.ts';

/** Heart rate by each plain method, per minute. */
export function plainRates(frames: FrameSeries): Methods<number | null> {
  const by = (id: string): number | null => {
    const method = PULSE_METHODS.find((one) => one.id === id);
    const rate = method === undefined ? null : plainHeartRate(frames, method);
    return rate !== null && Number.isFinite(rate) ? rate : null;
  };
  return { green: by('green'), chrom: by('chrom'), pos: by('pos') };
}

/** The same frames with the box's colours in place of the skin's. */
function boxed({ frames, box }: FaceRecording): FrameSeries | null {
  const { skin } = frames.regions;
  if (box === null || skin === undefined) return null;
  return { ...frames, regions: { skin: { ...skin, ...box } } };
}

/** One face read by the engine and by the plain methods. */
export function readFace(recording: FaceRecording): RecordingFigures {
  const { frames, truth } = recording;
  const { channels, snrDb, rmssd } = analyse(frames);
  const reading = (known: number | null, code: 'HR_BPM' | 'BR_BPM' | 'HRV_SDNN'): Reading => {
    const { value = null, uncertainty = null } = channels[code] ?? {};
    return { truth: known, value, deviation: value === null ? null : uncertainty, snr: snrDb };
  };
  const hr = reading(truth.hr, 'HR_BPM');
  const box = boxed(recording);
  return {
    ...noFigures,
    seconds: secondsOf(frames.timeMs),
    snr: snrDb,
    reason: hr.value === null ? (channels.HR_BPM?.reason ?? 'unknown') : null,
    hr,
    rr: reading(truth.rr, 'BR_BPM'),
    sdnn: reading(truth.sdnn, 'HRV_SDNN'),
    rmssd: { truth: truth.rmssd, value: rmssd?.value ?? null, deviation: null, snr: snrDb },
    stress: channels.MSI?.value ?? null,
    plain: { skin: plainRates(frames), box: box === null ? null : plainRates(box) },
  };
}

/** Lengths of the windows that skin without a usable pulse is cut into, s; the first decides the recording's value. */
const WINDOWS_S = [30, 15, 10] as const;

/** Skin without a usable pulse, window by window: its heart rate is the first one given, if any. */
export function readNegative(recording: FaceRecording): RecordingFigures {
  const { frames, truth } = recording;
  const seconds = secondsOf(frames.timeMs);
  let given: { readonly value: number; readonly snr: number } | undefined;
  const reasons: string[] = [];
  const windows = WINDOWS_S.map((lengthS) => {
    let [count, answered] = [0, 0];
    for (let fromS = 0; fromS + lengthS <= seconds + 0.06; fromS += lengthS) {
      count += 1;
      const { channels, snrDb } = analyse(windowOf(frames, fromS, fromS + lengthS));
      const value = channels.HR_BPM?.value ?? null;
      if (value === null) {
        reasons.push(channels.HR_BPM?.reason ?? 'unknown');
        continue;
      }
      answered += 1;
      if (lengthS === WINDOWS_S[0]) given ??= { value, snr: snrDb };
    }
    return { lengthS, count, answered };
  });
  const snr = given?.snr ?? -100;
  return {
    ...noFigures,
    seconds,
    snr,
    reason: given === undefined ? (reasons[0] ?? 'too-short') : null,
    hr: { truth: truth.hr, value: given?.value ?? null, deviation: null, snr },
    windows,
  };
}
