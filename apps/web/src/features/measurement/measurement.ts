// SPDX-License-Identifier: Apache-2.0
import { encodeDemographics } from '@perfuse/contract/person/demographics';
import { parseProfileForm } from '@perfuse/contract/person/profile';
import {
  backOffPolicy,
  MEASUREMENT_BACK_OFF,
  measurementMachine,
  phaseOf,
  type Phase,
} from '@perfuse/flow';
import { createActor, type ActorRefFrom } from 'xstate';
import { BUILD } from '../../app/build.ts';
import type { Services } from '../../app/services.ts';
import { createAnalysis } from '../../platform/analysis/analysis.ts';
import { createCamera, type Camera } from '../../platform/camera/camera.ts';
import { isPhone, type Facing } from '../../platform/camera/constraints.ts';
import { warmCaptureOf } from '../../platform/capture/warm-capture-of.ts';
import { createCameraPort } from './camera-port.ts';
import { createPageCapture, type PageCapture } from './capture-port.ts';
import { outcomeOf } from './outcome.ts';
import { defaultSettings, type ScreenSettings } from './settings.ts';

/** The measurement of this page, made once outside React; the screen comes and goes. */
export interface Measurement {
  readonly actor: ActorRefFrom<typeof measurementMachine>;
  readonly camera: Camera;
  readonly capture: PageCapture;
  readonly settings: ScreenSettings;
  /** The screen opens. @returns for when it closes. */
  readonly enter: () => () => void;
  /** Opens this camera from now on, at once if one is open. */
  readonly chooseCamera: (deviceId: string) => void;
  /** The camera on the phone's other side. */
  readonly flipCamera: () => void;
}

const windowSize = () => ({ width: window.innerWidth, height: window.innerHeight });
const now = (): number => performance.now();
const LIVE: readonly Phase[] = ['starting', 'preparing', 'ready'];

export function createMeasurement(services: Services, analysisHost: string): Measurement {
  const { session } = services;
  const settings = defaultSettings(BUILD.edition);
  let facing: Facing = settings.defaultPhoneCamera;

  const camera = createCamera({
    // Missing where the page is not trusted, which the type does not say.
    devices: window.isSecureContext ? navigator.mediaDevices : undefined,
    screen: windowSize,
    now,
  });
  const capture = createPageCapture({
    create: () => warmCaptureOf(services).take(),
    track: () => camera.store.getState().stream?.getVideoTracks()[0] ?? null,
    person: () => {
      const person = parseProfileForm(session.getState().profile);
      return person.ok ? encodeDemographics(person.value) : undefined;
    },
  });
  const actor = createActor(measurementMachine, {
    input: {
      camera: createCameraPort(camera, () => ({
        deviceId: session.getState().selectedCamera,
        facing,
      })),
      capture,
      analysis: createAnalysis({
        host: analysisHost,
        pageProtocol: window.location.protocol,
        token: services.deviceToken,
        studyId: services.study.id,
      }),
      retry: backOffPolicy({ ...MEASUREMENT_BACK_OFF, random: Math.random }),
      now,
      settings: () => settings.measurement,
    },
  });

  let phase: Phase = 'idle';
  actor.subscribe((snapshot) => {
    const previous = phase;
    phase = phaseOf(snapshot);
    if (phase === previous) return;
    const { context } = snapshot;
    const over = phase === 'done' || phase === 'cancelled' || phase === 'failed';
    // What the person stopped is no result, and replaces none.
    if (!over || context.failure === 'CANCELED') return;
    session.getState().finishMeasurement(outcomeOf(context, Date.now()));
  });
  actor.start();

  camera.store.subscribe(({ devices }) => {
    const { selectedCamera, selectCamera } = session.getState();
    const gone = devices.length > 0 && devices.every((device) => device.id !== selectedCamera);
    if (selectedCamera !== null && gone) selectCamera(null);
  });

  const reopen = (): void => {
    if (LIVE.includes(phaseOf(actor.getSnapshot()))) actor.send({ type: 'SWITCH_CAMERA' });
    else actor.send({ type: 'OPEN_CAMERA' });
  };
  const onVisibility = (): void => {
    if (document.hidden) actor.send({ type: 'TAB_HIDDEN' });
  };

  return {
    actor,
    camera,
    capture,
    settings,
    enter: () => {
      document.addEventListener('visibilitychange', onVisibility);
      capture.warm();
      if (settings.cameraAutoStart && isPhone(windowSize())) actor.send({ type: 'OPEN_CAMERA' });
      return () => {
        document.removeEventListener('visibilitychange', onVisibility);
        actor.send({ type: 'LEAVE' });
      };
    },
    chooseCamera: (deviceId) => {
      session.getState().selectCamera(deviceId);
      reopen();
    },
    flipCamera: () => {
      facing = facing === 'user' ? 'environment' : 'user';
      session.getState().selectCamera(null);
      reopen();
    },
  };
}

const byServices = new WeakMap<Services, Measurement>();

/** The page's one measurement. */
export function measurementOf(services: Services, analysisHost: string): Measurement {
  const known = byServices.get(services) ?? createMeasurement(services, analysisHost);
  byServices.set(services, known);
  return known;
}
