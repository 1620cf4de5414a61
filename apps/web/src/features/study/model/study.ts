// SPDX-License-Identifier: Apache-2.0
/** The study of this page: its sessions, the sensor, and the camera that films alongside it. Nothing of it is sent. */
import { plannedMeasurements, type Protocol } from '@perfuse/contract/study/protocol';
import type {
  CameraFacts,
  MeasurementEnd,
  StudyMeasurement,
} from '@perfuse/contract/study/session-file';
import { OVER_PHASES, phaseOf } from '@perfuse/flow';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { BUILD, EDITION } from '../../../config/build.ts';
import { storageOf } from '../../../platform/browser/stored.ts';
import { newId } from '../../../platform/browser/new-id.ts';
import { saveText } from '../../../platform/browser/save-file.ts';
import { deviceAnalysis } from '../../../platform/device-analysis/index.ts';
import { LOG } from '../../../platform/log/log.ts';
import { createSensor, type Sensor } from '../../../platform/sensor/sensor.ts';
import { webBluetooth } from '../../../platform/sensor/web-bluetooth.ts';
import { studyStore, type KeptSession } from '../../../platform/study-store/study-store.ts';
import { memoizePerOwner } from '../../../platform/browser/memoize-per-owner.ts';
import type { Services } from '../../../services/services.ts';
import { createFilming, settingsOf, type Filming } from '../../measurement/study-filming.ts';
import { createStudyWriter } from './study-writer.ts';
import { storedProtocol, storeProtocol } from './protocol-storage.ts';
import { AFTER_MS, Recorder } from './recorder.ts';
import { endOf, nextIndex, progressOf, sessionFile } from './session.ts';

export interface StudyState {
  /** `unreadable`: the browser denies access to its storage. */
  readonly phase: 'loading' | 'unreadable' | 'ready';
  /** Newest first. */
  readonly sessions: readonly KeptSession[];
  /** Id of the session that is open on the screen. */
  readonly open: string | null;
  /** Positions of the open session's plan that are left out. */
  readonly skipped: readonly number[];
  /**
   * How the last measurement of the open session ended; null once the person continues or the next one is being filmed.
   */
  readonly last: MeasurementEnd | null;
  /** Sensor data that arrives late is still being recorded. */
  readonly isFinishing: boolean;
  /** The browser could not store the recorded data: it is in this page only. */
  readonly isUnsaved: boolean;
  readonly protocol: Protocol;
}

export interface Participation {
  readonly participant: string;
  readonly language: string;
  readonly agreedMs: number;
  readonly skinTone: number | null;
}

export interface Study {
  readonly store: StoreApi<StudyState>;
  readonly sensor: Sensor;
  readonly filming: Filming;
  readonly load: () => Promise<void>;
  /** Starts a session, and opens it. */
  readonly begin: (participation: Participation) => Promise<void>;
  readonly openSession: (id: string | null) => void;
  /** @returns whether it was deleted. */
  readonly erase: (id: string) => Promise<boolean>;
  readonly exportSession: (id: string) => void;
  /** Skips the next measurement. */
  readonly skip: () => void;
  /** The person has read about the last measurement. */
  readonly proceed: () => void;
  /** @returns whether the browser could store it. */
  readonly keepProtocol: (protocol: Protocol) => boolean;
  /** Called when the screen opens. @returns a function to call when it closes. */
  readonly enter: () => () => void;
}

/** Monotonic, and comparable between pages: ms since 1970. */
const clock = (): number => performance.timeOrigin + performance.now();
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function cameraFacts(filming: Filming): CameraFacts | null {
  const frames = filming.camera.frames();
  if (frames === null || !('getSettings' in frames)) return null;
  const { width = null, height = null, frameRate = null } = frames.getSettings();
  return { label: frames.label.slice(0, 200), width, height, framesPerS: frameRate };
}

const deviceFacts = () => ({
  userAgent: navigator.userAgent.slice(0, 500),
  language: navigator.language,
  processors: navigator.hardwareConcurrency,
  screen: {
    width: window.screen.width,
    height: window.screen.height,
    pixelRatio: window.devicePixelRatio,
  },
});

function createStudy(services: Services): Study {
  const kept = studyStore();
  const storage = storageOf('localStorage');
  const sensor = createSensor({
    bluetooth: webBluetooth(),
    clock,
    wait: pause,
    log: (message) => LOG.add('info', [message]),
  });
  const filming = createFilming({
    owner: services,
    analysis: deviceAnalysis({ whoRegion: () => undefined, isSample: () => false }),
    settings: () => settingsOf(EDITION, {}),
    wish: () => ({ deviceId: services.session.getState().selectedCamera, facing: 'user' }),
    person: () => undefined,
  });
  const { actor, capture } = filming;
  const store = createStore<StudyState>()(() => ({
    phase: 'loading',
    sessions: [],
    open: null,
    skipped: [],
    last: null,
    isFinishing: false,
    isUnsaved: false,
    protocol: storedProtocol(storage),
  }));
  const recorder = new Recorder(clock);
  sensor.subscribe({
    onSample: (sample) => recorder.heard(sample),
    onEvent: (event) => recorder.happened(event),
  });

  const openOne = (): KeptSession | null => {
    const { sessions, open } = store.getState();
    return sessions.find(({ head }) => head.id === open) ?? null;
  };
  const put = (session: KeptSession): void =>
    store.setState(({ sessions }) => ({
      sessions: sessions.some(({ head }) => head.id === session.head.id)
        ? sessions.map((one) => (one.head.id === session.head.id ? session : one))
        : [session, ...sessions],
    }));
  /** Data that cannot be stored stays in the page, and the screen says so. */
  const writer = createStudyWriter(kept, (isUnsaved) => store.setState({ isUnsaved }));

  /** Index among the measurements of the session, while one is filmed. */
  let at: { readonly session: string; readonly index: number } | null = null;

  const write = async (measurement: StudyMeasurement | null): Promise<void> => {
    const place = at;
    const session = store.getState().sessions.find(({ head }) => head.id === place?.session);
    if (place === null || session === undefined || measurement === null) return;
    const measurements = new Map(session.measurements).set(place.index, measurement);
    put({ ...session, measurements });
    await writer.putMeasurement(place.session, place.index, measurement);
  };
  const reference = (): { kind: 'heart-rate' | 'oximeter'; name: string } | null => {
    const { kind, name } = sensor.store.getState();
    return kind === null ? null : { kind, name: name.slice(0, 120) };
  };

  const begin = (): void => {
    const session = openOne();
    if (session === null) return;
    const { next, planned } = progressOf(session, store.getState().skipped);
    if (planned === null) return;
    at = { session: session.head.id, index: nextIndex(session) };
    const { condition, repetition } = planned;
    recorder.begin({ planned: next, condition, repetition }, cameraFacts(filming));
    store.setState({ last: null });
    void write(recorder.measurement(reference(), null));
  };
  const end = async (): Promise<void> => {
    if (at === null) return;
    recorder.end();
    const { failure, reading } = actor.getSnapshot().context;
    const bpm = reading?.channels.HR_BPM ?? null;
    const ended = endOf(failure, bpm?.value ?? null);
    const ending = {
      end: ended,
      failure,
      stated: {
        hr: ended === 'answered' ? (bpm?.value ?? null) : null,
        uncertainty: ended === 'answered' ? (bpm?.uncertainty ?? null) : null,
        snr: reading?.snr ?? null,
      },
    };
    store.setState({ isFinishing: true });
    await write(recorder.measurement(reference(), ending));
    await pause(AFTER_MS);
    await write(recorder.measurement(reference(), ending));
    at = null;
    store.setState({ isFinishing: false, last: ended });
  };

  capture.subscribe((event) => {
    if (event.type !== 'chunk' || at === null) return;
    recorder.filmed(event);
    void write(recorder.measurement(reference(), null));
  });
  let before = phaseOf(actor.getSnapshot());
  actor.subscribe((snapshot) => {
    const phase = phaseOf(snapshot);
    if (phase === before) return;
    before = phase;
    if (phase === 'measuring') begin();
    if (phase === 'measuring' && document.hidden) actor.send({ type: 'TAB_HIDDEN' });
    if (OVER_PHASES.includes(phase)) void end();
  });
  actor.start();

  const proceed = (): void => {
    store.setState({ last: null });
    // The camera is off until the person starts it for the next one.
    actor.send({ type: 'LEAVE' });
  };
  const onVisibility = (): void => {
    if (document.hidden) actor.send({ type: 'TAB_HIDDEN' });
  };

  return {
    ...{ store, sensor, filming },
    load: async () => {
      store.setState({ phase: 'loading' });
      await kept.all().then(
        (sessions) => store.setState({ phase: 'ready', sessions }),
        (cause: unknown) => {
          LOG.add('error', ['The sessions could not be read:', String(cause)]);
          store.setState({ phase: 'unreadable' });
        },
      );
    },
    begin: async ({ participant, language, agreedMs, skinTone }) => {
      const { protocol } = store.getState();
      const session: KeptSession = {
        head: {
          format: 'perfuse-study-session',
          version: 1,
          id: newId(),
          participant,
          startedMs: clock(),
          app: BUILD.version,
          consent: { atMs: agreedMs, language },
          skinTone,
          device: deviceFacts(),
          protocol,
          plan: plannedMeasurements(protocol, Math.random),
        },
        measurements: new Map(),
      };
      put(session);
      store.setState({ open: session.head.id, skipped: [], last: null });
      await writer.putSession(session.head);
    },
    openSession: (id) => store.setState({ open: id, skipped: [], last: null }),
    erase: async (id) => {
      if (!(await writer.erase(id))) return false;
      store.setState(({ sessions, open }) => ({
        sessions: sessions.filter(({ head }) => head.id !== id),
        open: open === id ? null : open,
      }));
      return true;
    },
    exportSession: (id) => {
      const session = store.getState().sessions.find(({ head }) => head.id === id);
      if (session === undefined) return;
      const { name, text } = sessionFile(session);
      saveText(name, 'application/json', text);
    },
    skip: () => {
      const session = openOne();
      if (session === null) return;
      const { skipped } = store.getState();
      const { next } = progressOf(session, skipped);
      store.setState({ skipped: [...skipped, next] });
      proceed();
    },
    proceed,
    keepProtocol: (protocol) => {
      store.setState({ protocol });
      return storeProtocol(storage, protocol);
    },
    enter: () => {
      document.addEventListener('visibilitychange', onVisibility);
      capture.warm();
      return () => {
        document.removeEventListener('visibilitychange', onVisibility);
        actor.send({ type: 'LEAVE' });
      };
    },
  };
}

/** The page's one study. */
export const studyOf = memoizePerOwner(createStudy);
