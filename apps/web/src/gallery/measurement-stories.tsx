// SPDX-License-Identifier: Apache-2.0
/** The static measurement screen in each of its states, with a drawing instead of the camera's picture. */
import type { AnalysisPlaces } from '@perfuse/contract/configuration/measurement';
import { FAILURES, type FailureCode } from '@perfuse/contract/failures/catalogue';
import {
  NOT_READY,
  UNCHECKED,
  measurementMachine,
  type MeasurementContext as MachineContext,
  type Reading,
} from '@perfuse/flow';
import { GOOD_FACE } from '@perfuse/flow/testing/good-face';
import { createActor, type StateValue } from 'xstate';
import { MeasurementContext } from '../features/measurement/model/use-measurement.ts';
import { createMeasurement, type Measurement } from '../features/measurement/model/measurement.ts';
import { MeasurementView } from '../features/measurement/MeasurementScreen.tsx';
import type { DeliveryPhase } from '../features/measurement/callback/callback.ts';
import { HeaderAccount } from '../features/session/HeaderAccount.tsx';
import { FACTS } from './facts.ts';
import { offline } from './lend.ts';
import { HeaderEndContext } from '../components/screen/header-context.ts';
import type { Services } from '../services/services.ts';
import type { ComponentStory } from './story.ts';

interface State {
  readonly value: StateValue;
  readonly context?: Partial<MachineContext>;
  readonly isFilming?: boolean;
  readonly delivery?: DeliveryPhase;
  readonly screenLight?: 'on' | 'offered';
  /** Where the configuration allows measurements to be analysed; the person then chooses this device. */
  readonly analysis?: AnalysisPlaces;
  readonly isOffline?: boolean;
  /** A computer-generated face instead of the person's. */
  readonly isSample?: boolean;
  /** Opened by an integrator who awaits the results. */
  readonly isCallbackMode?: boolean;
}

let picture: MediaStream | null = null;

/** Grey, with a face-like shape in its middle. */
function drawnPicture(): MediaStream {
  if (picture !== null) return picture;
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 520 });
  const pen = canvas.getContext('2d');
  if (pen !== null) {
    pen.fillStyle = '#8a8f8d';
    pen.fillRect(0, 0, 640, 520);
    pen.fillStyle = '#d9b08f';
    pen.ellipse(320, 250, 95, 130, 0, 0, 2 * Math.PI);
    pen.fill();
  }
  picture = canvas.captureStream(5);
  return picture;
}

/** A measurement that stays in one state. */
function resting(services: Services, state: State): Measurement {
  const { analysis } = state;
  if (analysis !== undefined) {
    services.launch.store.setState({
      phase: 'ready',
      facts: { ...FACTS, settings: { ...FACTS.settings, analysis } },
    });
    services.session.getState().preferDevice(true);
  }
  const real = createMeasurement(services, `${window.location.host}/analysis`);
  const { context } = real.actor.getSnapshot();
  real.actor.stop();
  const snapshot = measurementMachine.resolveState({
    value: state.value,
    context: { ...context, ...state.context },
  });
  if (state.isSample === true) services.session.getState().watchSample(true);
  if (state.isFilming === true) {
    real.camera.store.setState({
      stream: drawnPicture(),
      isSample: state.isSample === true,
      devices: [
        { id: 'front', name: 'Integrated Camera (04f2:b6d9)' },
        { id: 'desk', name: 'USB Webcam' },
      ],
    });
  }
  const isOffered = state.screenLight !== undefined;
  real.screenLight.setState({ isOn: state.screenLight === 'on', isOffered });
  real.callback.delivery.setState(state.delivery ?? 'none', true);
  const { isCallbackMode } = state;
  return {
    ...real,
    ...(isCallbackMode === true && { callback: { ...real.callback, isOn: () => true } }),
    actor: createActor(measurementMachine, { snapshot, input: context.ports }),
    enter: () => () => undefined,
    wasOnDevice: () => analysis !== undefined,
  };
}

const story = (state: State): ComponentStory => {
  let measurement: Measurement | null = null;
  let of: Services | null = null;
  return {
    ...(state.isOffline === true && { browser: offline }),
    show: (services) => {
      if (measurement === null || of !== services) measurement = resting(services, state);
      of = services;
      return (
        <HeaderEndContext value={<HeaderAccount />}>
          <MeasurementContext value={measurement}>
            <MeasurementView />
          </MeasurementContext>
        </HeaderEndContext>
      );
    },
  };
};

const reading = (stars: number): Reading => ({
  index: 2,
  snr: 3.2,
  stars,
  bpm: 66.6,
  channels: {},
});
const readiness = (reason: MachineContext['readiness']['reason']): Partial<MachineContext> => ({
  readiness: { ...NOT_READY, reason, ready: reason === null, last: GOOD_FACE },
});
const MEASURING = { running: { measuring: { countdown: 'second', face: 'there' } } };
const measuring = (context: Partial<MachineContext>): State => ({
  value: MEASURING,
  context: { secondsLeft: 17, ...readiness(null), ...context },
  isFilming: true,
});

/** One failure per message: some failures share theirs. */
const failures = Object.keys(FAILURES) as FailureCode[]; // the keys of our own table
const told = failures.filter(
  (code, at) =>
    code !== 'CANCELED' &&
    failures.findIndex((other) => FAILURES[other].messageKey === FAILURES[code].messageKey) === at,
);

export const MEASUREMENT_STORIES: Readonly<Record<string, ComponentStory>> = {
  'measurement-idle': story({ value: 'idle' }),
  'measurement-callback': story({ value: 'idle', isCallbackMode: true }),
  'measurement-callback-ready': story({
    value: { framing: 'ready' },
    context: { ...readiness(null), checkUp: { ...UNCHECKED, advice: 'backlit' } },
    isFilming: true,
    isCallbackMode: true,
  }),
  'measurement-callback-running': story({
    ...measuring({ reading: reading(4) }),
    isCallbackMode: true,
  }),
  'measurement-device': story({ value: 'idle', analysis: 'device' }),
  'measurement-device-choice': story({
    value: { framing: 'ready' },
    context: readiness(null),
    isFilming: true,
    analysis: 'choice',
  }),
  'measurement-device-offline': story({ value: 'idle', analysis: 'choice', isOffline: true }),
  'measurement-device-running': story({
    ...measuring({ reading: reading(4) }),
    analysis: 'device',
    isOffline: true,
  }),
  'measurement-device-callback': story({
    value: 'idle',
    analysis: 'choice',
    isOffline: true,
    isCallbackMode: true,
  }),
  'measurement-starting': story({ value: 'starting' }),
  'measurement-preparing': story({
    value: { framing: 'preparing' },
    context: readiness('too-far'),
    isFilming: true,
  }),
  'measurement-ready': story({
    value: { framing: 'ready' },
    context: { ...readiness(null), checkUp: { ...UNCHECKED, advice: 'backlit' } },
    isFilming: true,
  }),
  'measurement-dark': story({
    value: { framing: 'ready' },
    context: { ...readiness(null), checkUp: { ...UNCHECKED, advice: 'too-dark', isDark: true } },
    isFilming: true,
    screenLight: 'offered',
  }),
  'measurement-lit': story({
    value: { framing: 'ready' },
    context: { ...readiness(null), checkUp: { ...UNCHECKED, advice: 'uneven' } },
    isFilming: true,
    screenLight: 'on',
  }),
  'measurement-blocked': story({
    value: { framing: 'preparing' },
    context: readiness('backlit'),
    isFilming: true,
    screenLight: 'offered',
  }),
  'measurement-slow': story({
    value: { framing: 'ready' },
    context: { ...readiness(null), frameRate: { framesPerS: 4.2 } },
    isFilming: true,
  }),
  'measurement-running': story(measuring({ reading: reading(4) })),
  'measurement-sample-idle': story({ value: 'idle', isSample: true }),
  'measurement-sample': story({ ...measuring({ reading: reading(4) }), isSample: true }),
  'measurement-weak': story(measuring({ reading: reading(1), ...readiness('moving') })),
  'measurement-disconnected': story(measuring({ online: false })),
  'measurement-analysing': story({
    value: { running: 'analysing' },
    context: { answered: [0, 1, 2], reading: reading(3) },
  }),
  'measurement-cancelled': story({ value: 'cancelled', context: { failure: 'CANCELED' } }),
  'measurement-leaving': story({
    value: 'failed',
    context: { failure: 'WORKER_ERROR' },
    delivery: 'leaving',
    isCallbackMode: true,
  }),
  'measurement-sending': story({
    value: 'done',
    delivery: 'retrying',
    isCallbackMode: true,
  }),
  ...Object.fromEntries(
    (['MEASUREMENT_TIMED_OUT', 'ANALYSIS_FAILED'] as const).map((code) => [
      `failure-on-device-${code.toLowerCase().replaceAll('_', '-')}`,
      story({ value: 'failed', context: { failure: code }, analysis: 'device' }),
    ]),
  ),
  ...Object.fromEntries(
    told.map((code) => [
      `failure-${code.toLowerCase().replaceAll('_', '-')}`,
      story({ value: 'failed', context: { failure: code } }),
    ]),
  ),
};
