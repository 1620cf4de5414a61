// SPDX-License-Identifier: Apache-2.0
import type {
  CameraFacts,
  StudyMeasurement,
  StudySession,
} from '@perfuse/contract/study/session-file';
import { chunkOf } from '@perfuse/testing/chunks';
import { joinChunks } from '@perfuse/vitals';
import { readFace } from './read-face.ts';
import { referenceOf } from './recordings/study-reference.ts';
import { noFigures, type RecordingFigures, type RecordingResult } from './report.ts';

/** The frames in a measurement's payloads. @throws Error when one of them cannot be read. */
const framesOf = ({ chunks }: StudyMeasurement) =>
  joinChunks(chunks.map(({ payload }) => chunkOf(payload)));

/** The engine's reading of the payloads, with the sensor's as truth. */
function figuresOf(measurement: StudyMeasurement): RecordingFigures {
  const { end, chunks } = measurement;
  if (end === 'cancelled' || end === 'failed' || chunks.length === 0) return noFigures;
  const reference = referenceOf(measurement);
  const truth =
    reference.fault === null
      ? { hr: reference.hr, rr: null, sdnn: reference.sdnn, rmssd: reference.rmssd }
      : { hr: null, rr: null, sdnn: null, rmssd: null };
  const found = readFace({ kind: '', truth, frames: framesOf(measurement), box: null });
  // The app ended it early for lack of a signal: the frames up to then are not a measurement.
  if (end === 'refused' && measurement.failure !== null) {
    const none = { value: null, deviation: null };
    return {
      ...found,
      reason: 'low-signal',
      hr: { ...found.hr, ...none },
      rr: { ...found.rr, ...none },
      sdnn: { ...found.sdnn, ...none },
      rmssd: { ...found.rmssd, ...none },
    };
  }
  return found;
}

/** For example `FaceTime HD Camera, 1280 × 720, 30 a second`. */
function cameraText({ label, width, height, framesPerS }: CameraFacts): string {
  return [
    label,
    ...(width === null || height === null ? [] : [`${String(width)} × ${String(height)}`]),
    ...(framesPerS === null ? [] : [`${framesPerS.toFixed(0)} a second`]),
  ].join(', ');
}

/**
 * Every measurement of a session: its payloads read again by the engine, with what the sensor measured at the same
 * time.
 */
export function readStudy(session: StudySession, file: string): RecordingResult[] {
  return session.measurements.map((measurement, at) => {
    const { condition, repetition, end, stated } = measurement;
    const reference = referenceOf(measurement);
    return {
      name: `${file} ${String(at + 1)}`,
      group: condition,
      set: 'study',
      ...figuresOf(measurement),
      study: {
        participant: session.participant,
        session: session.id,
        app: session.app,
        sensor: measurement.sensor?.name ?? null,
        camera: measurement.camera === null ? null : cameraText(measurement.camera),
        skinTone: session.skinTone,
        ...{ condition, repetition, end },
        stated: stated.hr,
        ...(reference.fault === null
          ? { source: reference.source, spread: reference.spread, fault: null }
          : { source: null, spread: null, fault: reference.fault }),
      },
    };
  });
}
