// SPDX-License-Identifier: Apache-2.0
/** Assembles the record of one study measurement: the camera's payloads and the sensor data of the same time. */
import type {
  CameraFacts,
  MeasurementEnd,
  RecordedStudyChunk,
  SensorEvent,
  SensorKind,
  SensorSample,
  StudyMeasurement,
} from '@perfuse/contract/study/session-file';
import { toBase64 } from '../../../platform/analysis/base64.ts';

/**
 * Sensor data included before and after filming, ms: its intervals arrive late, and drift shows over a longer stretch.
 */
const BEFORE_MS = 15_000;
export const AFTER_MS = 5000;
/** Sensor data retained while nothing is measured, ms. */
const KEPT_MS = 120_000;

/** A finished chunk, as reported by the capture. */
export interface FilmedChunk {
  readonly index: number;
  readonly payload: Uint8Array;
  readonly startMs: number;
  readonly endMs: number;
  readonly frames: number;
  readonly dropped: number;
}

export interface MeasurementPlace {
  readonly planned: number;
  readonly condition: string;
  readonly repetition: number;
}

export interface Ended {
  readonly end: MeasurementEnd;
  readonly failure: string | null;
  readonly stated: StudyMeasurement['stated'];
}

/** Failure of a measurement that was never ended: the page was closed or reloaded during it. */
export const PAGE_CLOSED = 'PAGE_CLOSED';
const UNENDED: Ended = {
  end: 'cancelled',
  failure: PAGE_CLOSED,
  stated: { hr: null, uncertainty: null, snr: null },
};

interface Sensor {
  readonly kind: SensorKind;
  readonly name: string;
}

export class Recorder {
  readonly #clock: () => number;
  #samples: SensorSample[] = [];
  #events: SensorEvent[] = [];
  #chunks: RecordedStudyChunk[] = [];
  #begun: (MeasurementPlace & { startedMs: number; camera: CameraFacts | null }) | null = null;
  #endedMs: number | null = null;

  /** @param clock the page's monotonic clock, ms since 1970. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  heard(sample: SensorSample): void {
    this.#samples.push(sample);
    this.#forgetOld();
  }

  happened(event: SensorEvent): void {
    this.#events.push(event);
  }

  begin(place: MeasurementPlace, camera: CameraFacts | null): void {
    this.#begun = { ...place, startedMs: this.#clock(), camera };
    this.#endedMs = null;
    this.#chunks = [];
    this.#forgetOld();
  }

  filmed({ index, payload, startMs, endMs, frames, dropped }: FilmedChunk): void {
    const arrivedMs = this.#clock();
    const text = toBase64(payload);
    this.#chunks.push({ index, startMs, endMs, arrivedMs, frames, dropped, payload: text });
  }

  /** Filming is over; {@link measurement} still includes the sensor data of {@link AFTER_MS} more. */
  end(): void {
    this.#endedMs ??= this.#clock();
  }

  /**
   * The record so far.
   * @param sensor null when there is none: the record then has no sensor data, not even of an earlier one.
   * @param ended null while it is running: stored like that, it counts as broken off.
   */
  measurement(sensor: Sensor | null, ended: Ended | null): StudyMeasurement | null {
    if (this.#begun === null) return null;
    const fromMs = this.#begun.startedMs - BEFORE_MS;
    const toMs = (this.#endedMs ?? this.#clock()) + AFTER_MS;
    const isNear = ({ atMs }: { readonly atMs: number }): boolean => atMs >= fromMs && atMs <= toMs;
    const { planned, condition, repetition, startedMs, camera } = this.#begun;
    return {
      ...{ planned, condition, repetition, startedMs, camera },
      ...(ended ?? UNENDED),
      chunks: [...this.#chunks],
      sensor:
        sensor === null
          ? null
          : {
              ...sensor,
              samples: this.#samples.filter(isNear),
              events: this.#events.filter(isNear),
            },
    };
  }

  #forgetOld(): void {
    if (this.#begun !== null && this.#endedMs === null) return;
    const oldest = this.#clock() - KEPT_MS;
    this.#samples = this.#samples.filter(({ atMs }) => atMs >= oldest);
    this.#events = this.#events.filter(({ atMs }) => atMs >= oldest);
  }
}
