// SPDX-License-Identifier: Apache-2.0
/** The study of this page: its sessions, the sensor, and the camera that films alongside it. Nothing of it is sent. */
import type { Protocol } from '@perfuse/contract/study/protocol';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { EDITION } from '../../../config/build.ts';
import { storageOf } from '../../../platform/browser/stored.ts';
import { saveText } from '../../../platform/browser/save-file.ts';
import { deviceAnalysis } from '../../../platform/device-analysis/index.ts';
import { LOG } from '../../../platform/log/log.ts';
import { createSensor, type Sensor } from '../../../platform/sensor/sensor.ts';
import { webBluetooth } from '../../../platform/sensor/web-bluetooth.ts';
import { studyStore, type KeptSession } from '../../../platform/study-store/study-store.ts';
import { memoizePerOwner } from '../../../platform/browser/memoize-per-owner.ts';
import type { Services } from '../../../services/services.ts';
import { createFilming, settingsOf, type Filming } from '../../measurement/study-filming.ts';
import { newSession, type Participation } from './new-session.ts';
import { createStudyWriter } from './study-writer.ts';
import { storedProtocol, storeProtocol } from './protocol-storage.ts';
import { recordMeasurements } from './record-measurements.ts';
import { findSession, progressOf, sessionFile } from './session.ts';
import type { StudyState } from './study-state.ts';

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

function createStudy(services: Services): Study {
  const kept = studyStore();
  const storage = storageOf('localStorage');
  const sensor = createSensor({
    bluetooth: webBluetooth(),
    clock,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
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
  const put = (session: KeptSession): void =>
    store.setState(({ sessions }) => ({
      sessions: sessions.some(({ head }) => head.id === session.head.id)
        ? sessions.map((one) => (one.head.id === session.head.id ? session : one))
        : [session, ...sessions],
    }));
  /** Data that cannot be stored stays in the page, and the screen says so. */
  const writer = createStudyWriter(kept, (isUnsaved) => store.setState({ isUnsaved }));

  recordMeasurements({
    filming,
    sensor,
    store,
    clock,
    write: async (session, index, measurement) => {
      put({ ...session, measurements: new Map(session.measurements).set(index, measurement) });
      await writer.putMeasurement(session.head.id, index, measurement);
    },
  });
  actor.start();

  const proceed = (): void => {
    store.setState({ last: null });
    // The camera is off until the person starts it for the next one.
    actor.send({ type: 'LEAVE' });
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
    begin: async (participation) => {
      const session = newSession(participation, store.getState().protocol, clock());
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
      const session = findSession(store.getState().sessions, id);
      if (session === null) return;
      const { name, text } = sessionFile(session);
      saveText(name, 'application/json', text);
    },
    skip: () => {
      const { sessions, open, skipped } = store.getState();
      const session = findSession(sessions, open);
      if (session === null) return;
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
      capture.warm();
      return () => {
        actor.send({ type: 'LEAVE' });
      };
    },
  };
}

/** The page's one study. */
export const studyOf = memoizePerOwner(createStudy);
