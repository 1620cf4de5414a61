// SPDX-License-Identifier: Apache-2.0
import { analyse, plainHeartRate, PULSE_METHODS } from '@perfuse/vitals';
import { windowOf, type FaceRecording } from './recordings.ts';
import { figures, type ErrorFigures } from './statistics.ts';

/** One recording read by the engine and by each plain method. */
export interface FaceRow {
  readonly name: string;
  readonly truth: FaceRecording['truth'];
  /** Null when refused or withheld. */
  readonly heartRate: number | null;
  readonly breathingRate: number | null;
  readonly sdnn: number | null;
  readonly uncertainty: number | null;
  readonly snrDb: number;
  readonly reason: string;
  /** Heart rate by plain methods on the plain face box, per minute. */
  readonly plain: Readonly<Record<string, number | null>>;
}

export interface FaceSet {
  readonly name: string;
  readonly rows: readonly FaceRow[];
  readonly refused: number;
  readonly heartRate: ErrorFigures;
  readonly breathingRate: ErrorFigures;
  readonly sdnn: ErrorFigures;
  /** Heart rates shown that are off by more than 5 a minute. */
  readonly wrongAndConfident: number;
  readonly plain: Readonly<Record<string, ErrorFigures>>;
}

export function readFace(recording: FaceRecording): FaceRow {
  const { channels, snrDb } = analyse(recording.frames);
  const { skin } = recording.frames.regions;
  const boxed =
    skin === undefined
      ? recording.frames
      : { ...recording.frames, regions: { skin: { ...skin, ...recording.box } } };
  return {
    name: recording.name,
    truth: recording.truth,
    heartRate: channels.HR_BPM?.value ?? null,
    breathingRate: channels.BR_BPM?.value ?? null,
    sdnn: channels.HRV_SDNN?.value ?? null,
    uncertainty: channels.HR_BPM?.uncertainty ?? null,
    snrDb,
    reason: channels.HR_BPM?.reason ?? '',
    plain: Object.fromEntries(
      PULSE_METHODS.map((method) => [method.id, plainHeartRate(boxed, method)]),
    ),
  };
}

const difference = (value: number | null, truth: number | null | undefined): number[] =>
  value === null || truth === null || truth === undefined ? [] : [value - truth];

/** Figures over the recordings of one kind. */
export function faceSet(name: string, rows: readonly FaceRow[]): FaceSet {
  const heart = rows.flatMap(({ heartRate, truth }) => difference(heartRate, truth.hr));
  return {
    name,
    rows,
    refused: rows.filter(({ heartRate }) => heartRate === null).length,
    heartRate: figures(heart),
    breathingRate: figures(
      rows.flatMap(({ breathingRate, truth }) => difference(breathingRate, truth.rr)),
    ),
    sdnn: figures(rows.flatMap(({ sdnn, truth }) => difference(sdnn, truth.sdnn))),
    wrongAndConfident: heart.filter((error) => Math.abs(error) > 5).length,
    plain: Object.fromEntries(
      PULSE_METHODS.map(({ id }) => [
        id,
        figures(rows.flatMap(({ plain, truth }) => difference(plain[id] ?? null, truth.hr))),
      ]),
    ),
  };
}

/** How many windows of recordings that hold no usable pulse were given a heart rate. */
export interface RefusalSet {
  readonly windowS: number;
  readonly windows: number;
  readonly accepted: readonly string[];
}

export function refusals(recordings: readonly FaceRecording[], windowS: number): RefusalSet {
  let windows = 0;
  const accepted: string[] = [];
  for (const { name, frames } of recordings) {
    const endS = ((frames.timeMs.at(-1) ?? 0) - (frames.timeMs[0] ?? 0)) / 1000 + 0.05;
    for (let fromS = 0; fromS + windowS <= endS + 0.01; fromS += windowS) {
      windows++;
      const { channels } = analyse(windowOf(frames, fromS, fromS + windowS));
      if (typeof channels.HR_BPM?.value === 'number') accepted.push(`${name}@${String(fromS)}s`);
    }
  }
  return { windowS, windows, accepted };
}
