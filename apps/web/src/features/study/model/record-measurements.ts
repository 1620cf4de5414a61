// SPDX-License-Identifier: Apache-2.0
import type {
  CameraFacts,
  SensorKind,
  StudyMeasurement,
} from '@perfuse/contract/study/session-file';
import { OVER_PHASES, phaseOf, RUNNING_PHASES } from '@perfuse/flow';
import type { StoreApi } from 'zustand/vanilla';
import type { Sensor } from '../../../platform/sensor/sensor.ts';
import type { KeptSession } from '../../../platform/study-store/study-store.ts';
import type { Filming } from '../../measurement/study-filming.ts';
import { AFTER_MS, Recorder, type Ended } from './recorder.ts';
import { endOf, findSession, nextIndex, progressOf } from './session.ts';
import type { StudyState } from './study-state.ts';

export interface RecordMeasurementsDeps {
  readonly filming: Filming;
  readonly sensor: Sensor;
  readonly store: StoreApi<StudyState>;
  /** Monotonic, ms since 1970. */
  readonly clock: () => number;
  /** Stores the measurement of this index in its session. Never rejects. */
  readonly write: (
    session: KeptSession,
    index: number,
    measurement: StudyMeasurement,
  ) => Promise<void>;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function cameraFacts(filming: Filming): CameraFacts | null {
  const frames = filming.camera.frames();
  if (frames === null || !('getSettings' in frames)) return null;
  const { width = null, height = null, frameRate = null } = frames.getSettings();
  return { label: frames.label.slice(0, 200), width, height, framesPerS: frameRate };
}

function endedNow({ actor }: Filming): Ended {
  const { failure, reading } = actor.getSnapshot().context;
  const { value = null, uncertainty = null } = reading?.channels.HR_BPM ?? {};
  const end = endOf(failure, value);
  const isAnswered = end === 'answered';
  return {
    end,
    failure,
    stated: {
      hr: isAnswered ? value : null,
      uncertainty: isAnswered ? uncertainty : null,
      snr: reading?.snr ?? null,
    },
  };
}

/** Records what is filmed while a session is open, with the sensor's data, and writes it as it grows. */
export function recordMeasurements(deps: RecordMeasurementsDeps): void {
  const { filming, sensor, store, clock } = deps;
  const { actor, capture } = filming;
  const recorder = new Recorder(clock);
  /** The session that is filmed, and the index of the measurement in it. */
  let at: { readonly session: string; readonly index: number } | null = null;

  const reference = (): { kind: SensorKind; name: string } | null => {
    const { kind, name } = sensor.store.getState();
    return kind === null ? null : { kind, name: name.slice(0, 120) };
  };
  const write = async (ended: Ended | null): Promise<void> => {
    const measurement = recorder.measurement(reference(), ended);
    if (at === null || measurement === null) return;
    const session = findSession(store.getState().sessions, at.session);
    if (session !== null) await deps.write(session, at.index, measurement);
  };
  const begin = (): void => {
    const { sessions, open, skipped } = store.getState();
    const session = findSession(sessions, open);
    if (session === null) return;
    const { next, planned } = progressOf(session, skipped);
    if (planned === null) return;
    at = { session: session.head.id, index: nextIndex(session) };
    const { condition, repetition } = planned;
    recorder.begin({ planned: next, condition, repetition }, cameraFacts(filming));
    store.setState({ last: null });
    void write(null);
  };
  const end = async (): Promise<void> => {
    if (at === null) return;
    recorder.end();
    const ended = endedNow(filming);
    store.setState({ isFinishing: true });
    await write(ended);
    await pause(AFTER_MS);
    await write(ended);
    at = null;
    store.setState({ isFinishing: false, last: ended.end });
  };

  sensor.subscribe({
    onSample: (sample) => recorder.heard(sample),
    onEvent: (event) => recorder.happened(event),
  });
  capture.subscribe((event) => {
    if (event.type !== 'chunk' || at === null) return;
    recorder.filmed(event);
    void write(null);
  });
  let before = phaseOf(actor.getSnapshot());
  actor.subscribe((snapshot) => {
    const phase = phaseOf(snapshot);
    if (phase === before) return;
    // Its screen was left: what is stored of it counts as broken off, and no later end is its own.
    if (phase === 'idle' && RUNNING_PHASES.includes(before)) {
      recorder.end();
      at = null;
    }
    before = phase;
    if (phase === 'measuring') begin();
    if (OVER_PHASES.includes(phase)) void end();
  });
}
