// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import type { z } from '@perfuse/contract/schema';
import { studySessionSchema } from '@perfuse/contract/study/session-file';
import type { VideoReader } from '../video/video-reader.ts';
import { readFace, readNegative } from './read-face.ts';
import { readBreaths } from './read-breaths.ts';
import { readSegments } from './read-segments.ts';
import { readStudy } from './read-study.ts';
import { readBesideIntervals, readWave } from './read-wave.ts';
import type { Recording } from './recordings/discover.ts';
import { faceTrace, negativeSchema, skinPatches, traceSchema } from './recordings/face-traces.ts';
import { breathsSchema } from './recordings/breaths.ts';
import { segmentsSchema } from './recordings/segments.ts';
import { truthOf, truthSchema } from './recordings/truth.ts';
import {
  beatTimes,
  fingerWave,
  productWave,
  strapIntervals,
  waveformSchema,
  waveOfBeats,
} from './recordings/waves.ts';
import type { RecordingResult, SetName } from './report.ts';

const text = async (file: string): Promise<string> => await readFile(file, 'utf8');

/** @throws Error that names the first invalid field. */
export async function parsed<T>(schema: z.ZodMiniType<T>, file: string): Promise<T> {
  const data: unknown = JSON.parse(await text(file));
  const outcome = schema.safeParse(data);
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  throw new Error(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`);
}

/**
 * Decodes, tracks, extracts and analyses one recording.
 * @returns one result, or one for every measurement of a study's session. @throws Error with the reason why it cannot
 * be read.
 */
export async function readRecording(
  recording: Recording,
  videos: VideoReader,
): Promise<RecordingResult[]> {
  if (recording.kind !== 'study') return [await readOne(recording, videos)];
  return readStudy(await parsed(studySessionSchema, recording.file), recording.name);
}

async function readOne(
  recording: Exclude<Recording, { kind: 'study' }>,
  videos: VideoReader,
): Promise<RecordingResult> {
  const { name, group } = recording;
  switch (recording.kind) {
    case 'video': {
      const truth = truthOf(await parsed(truthSchema, recording.truthFile));
      const frames = await videos.read(recording.file);
      const set: SetName = truth.hr === null ? 'no-pulse' : 'video';
      return { name, group, set, ...readFace({ kind: '', truth, frames, box: null }) };
    }
    case 'trace': {
      const face = faceTrace(await parsed(traceSchema, recording.file));
      const set: SetName = face.truth.hr === null ? 'no-pulse' : 'trace';
      return { name, group: face.kind === '' ? group : face.kind, set, ...readFace(face) };
    }
    case 'segments': {
      const data = await parsed(segmentsSchema, recording.file);
      const named = data.kind === undefined || data.kind === '' ? group : data.kind;
      return { name, group: named, set: 'segments', ...readSegments(data) };
    }
    case 'negative': {
      const face = skinPatches(await parsed(negativeSchema, recording.file));
      return { name, group, set: 'negative', ...readNegative(face) };
    }
    case 'finger': {
      const wave = fingerWave(await text(recording.file));
      const intervals = strapIntervals(await text(recording.intervalsFile));
      return { name, group, set: 'finger', ...readBesideIntervals(wave, intervals) };
    }
    case 'waveform': {
      const data = await parsed(waveformSchema, recording.file);
      const { heart_rate, respiratory_rate, hrv_sdnn, hrv_rmssd } = data.vitals;
      const truth = {
        hr: heart_rate.value,
        rr: respiratory_rate?.value ?? null,
        sdnn: hrv_sdnn?.value ?? null,
        rmssd: hrv_rmssd?.value ?? null,
      };
      return { name, group, set: 'waveform', ...readWave(productWave(data), truth) };
    }
    case 'breaths': {
      const data = await parsed(breathsSchema, recording.file);
      const set: SetName = data.kind === 'chest-accel' ? 'chest' : 'respiration';
      return { name, group, set, ...readBreaths(data) };
    }
    case 'beats': {
      const reference = beatTimes(await text(recording.referenceFile));
      const intervals = reference.slice(1).map((time, k) => 1000 * (time - (reference[k] ?? 0)));
      const wave = waveOfBeats(beatTimes(await text(recording.file)));
      return { name, group, set: 'beats', ...readBesideIntervals(wave, intervals) };
    }
  }
}
