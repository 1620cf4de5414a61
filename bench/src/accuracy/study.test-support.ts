// SPDX-License-Identifier: Apache-2.0
/** Sessions of a study whose camera and sensor are synthetic. */
import { DEFAULT_PROTOCOL, plannedMeasurements } from '@perfuse/contract/study/protocol';
import type {
  SensorSample,
  StudyMeasurement,
  StudySession,
} from '@perfuse/contract/study/session-file';
import { phantomChunks } from '@perfuse/phantom';
import { payloadOf } from '@perfuse/testing/chunks';

export interface StrapOptions {
  /** Per minute. */
  readonly bpm: number;
  /** Shortest delay from a beat to its notification, ms. */
  readonly latencyMs?: number;
  readonly sendsIntervals?: boolean;
  /** Increase of the rate every second. */
  readonly rise?: number;
}

const STARTED_MS = 1_800_000_000_000;
/** On the camera's clock, ms. */
const CAMERA_MS = 4_200_000;
const FILMED_MS = 30_000;
/** Least duration of tracking, ms. */
const TRACKING_MS = 180;

/**
 * A strap's samples around a measurement that began at `STARTED_MS`: one a second, with the intervals that ended in it.
 */
export function strapSamples({
  bpm,
  latencyMs = 300,
  sendsIntervals = true,
  rise = 0,
}: StrapOptions): SensorSample[] {
  const fromMs = STARTED_MS - 15_000;
  let endedMs = 0;
  return Array.from({ length: 52 }, (_, second) => {
    const rate = bpm + rise * second;
    const intervalMs = (1000 / 1024) * Math.round((1024 * 60) / rate);
    const intervalsMs: number[] = [];
    for (; endedMs + intervalMs <= 1000 * second; endedMs += intervalMs) {
      intervalsMs.push(intervalMs);
    }
    return {
      atMs: fromMs + 1000 * second + latencyMs,
      bpm: Math.round(rate),
      contact: 'on',
      intervalsMs: sendsIntervals ? intervalsMs : [],
    };
  });
}

export interface MeasuredOptions {
  /** Of the face, per minute. */
  readonly bpm: number;
  readonly strap: StrapOptions | null;
  readonly condition?: string;
  readonly seed?: number;
  readonly end?: StudyMeasurement['end'];
  readonly failure?: string | null;
  /** 0: no pulse. */
  readonly amplitude?: number;
}

export function measured(options: MeasuredOptions): StudyMeasurement {
  const { bpm, strap, condition = 'rest', seed = 1, end = 'answered', amplitude } = options;
  const chunks = phantomChunks({
    ...{ bpm, snr: 14, seed },
    ...(amplitude !== undefined && { amplitude }),
  });
  return {
    ...{ planned: 0, condition, repetition: 1, startedMs: STARTED_MS, end },
    failure: options.failure ?? null,
    camera: { label: 'synthetic', width: 640, height: 480, framesPerS: 30 },
    stated: { hr: null, uncertainty: null, snr: null },
    chunks: chunks.map((chunk) => {
      const startMs = CAMERA_MS + (chunk.frames.timeMs[0] ?? 0);
      const endMs = CAMERA_MS + (chunk.frames.timeMs.at(-1) ?? 0);
      return {
        ...{ index: chunk.index, startMs, endMs },
        arrivedMs: STARTED_MS + (endMs - CAMERA_MS) + TRACKING_MS + 40 * (chunk.index % 3),
        ...{ frames: chunk.frames.timeMs.length, dropped: 0 },
        payload: payloadOf(chunk),
      };
    }),
    sensor:
      strap === null
        ? null
        : {
            ...{ kind: 'heart-rate', name: 'Strap H1 7E5B1A2C', events: [] },
            samples: strapSamples(strap).filter(
              ({ atMs }) => atMs <= STARTED_MS + FILMED_MS + 5000,
            ),
          },
  };
}

export function session(
  participant: string,
  skinTone: number | null,
  measurements: readonly StudyMeasurement[],
): StudySession {
  return {
    ...{ format: 'perfuse-study-session', version: 1 },
    id: '01234567-89ab-4def-8123-456789abcdef'.replace('0', participant.slice(-1)),
    ...{ participant, skinTone, startedMs: STARTED_MS, app: '0.1.0' },
    consent: { atMs: STARTED_MS, language: 'en' },
    device: {
      ...{ userAgent: 'synthetic', language: 'en', processors: 2 },
      screen: { width: 390, height: 844, pixelRatio: 3 },
    },
    protocol: DEFAULT_PROTOCOL,
    plan: plannedMeasurements(DEFAULT_PROTOCOL, () => 0),
    measurements: [...measurements],
  };
}
