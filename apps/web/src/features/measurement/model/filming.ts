// SPDX-License-Identifier: Apache-2.0
import type { DemographicsWire } from '@perfuse/contract/person/demographics';
import {
  backOffPolicy,
  MEASUREMENT_BACK_OFF,
  measurementMachine,
  OVER_PHASES,
  phaseOf,
  type AnalysisPort,
  type Phase,
} from '@perfuse/flow';
import { createActor, type ActorRefFrom } from 'xstate';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { keepAwake } from '../../../platform/browser/keep-awake.ts';
import { createCamera, type Camera } from '../../../platform/camera/camera.ts';
import type { CameraRequest } from '../../../platform/camera/constraints.ts';
import { browserPermissions } from '../../../platform/camera/permission.ts';
import { warmCaptureOf } from '../../../platform/capture/warm-capture-of.ts';
import { LOG } from '../../../platform/log/log.ts';
import { createCameraPort } from '../ports/camera-port.ts';
import { createPageCapture, type PageCapture } from '../ports/capture-port.ts';
import { exposeForFace } from './expose-for-face.ts';
import type { ScreenSettings } from './settings.ts';

/** The screen around the picture used as a lamp, until the page is left. */
export interface ScreenLight {
  readonly isOn: boolean;
  /** True once a picture was dark: from then on the light itself may be what keeps it bright. */
  readonly isOffered: boolean;
}

/** A camera that films a face for an analysis, and the state that its screen is drawn from. */
export interface Filming {
  readonly actor: ActorRefFrom<typeof measurementMachine>;
  readonly camera: Camera;
  readonly capture: PageCapture;
  /** As currently configured. */
  readonly settings: () => ScreenSettings;
  readonly screenLight: StoreApi<ScreenLight>;
}

export interface FilmingDeps {
  /** Lives as long as the page, and owns its one warm capture. */
  readonly owner: object;
  readonly analysis: AnalysisPort;
  readonly settings: () => ScreenSettings;
  readonly wish: () => CameraRequest;
  /** Sent with every chunk; undefined when nothing is known about the person. */
  readonly person: () => DemographicsWire | undefined;
}

export const windowSize = () => ({ width: window.innerWidth, height: window.innerHeight });
const now = (): number => performance.now();

const AT_REST: readonly Phase[] = ['idle', ...OVER_PHASES];

/** The person does not touch the screen while being filmed, and a dark screen ends the measurement. */
function keepsAwake(actor: Filming['actor']): void {
  // Undefined in older browsers and in insecure contexts, contrary to its type.
  const { wakeLock } = navigator as Partial<Pick<Navigator, 'wakeLock'>>;
  let end: (() => void) | null = null;
  actor.subscribe((snapshot) => {
    if (!AT_REST.includes(phaseOf(snapshot))) end ??= keepAwake({ wakeLock, page: document });
    else {
      end?.();
      end = null;
    }
  });
}

/** Ends filming in a tab that is hidden, also in one that was hidden before: it gets no change event. */
function endsWhenHidden(actor: Filming['actor']): void {
  const check = (): void => {
    if (document.hidden) actor.send({ type: 'TAB_HIDDEN' });
  };
  document.addEventListener('visibilitychange', check);
  actor.subscribe((snapshot) => {
    if (phaseOf(snapshot) === 'measuring') check();
  });
}

/** The actor is not started yet, so that its creator can subscribe first. */
export function createFilming(deps: FilmingDeps): Filming {
  const { owner, analysis, settings, wish, person } = deps;
  const camera = createCamera({
    // Undefined in insecure contexts, contrary to its type.
    devices: window.isSecureContext ? navigator.mediaDevices : undefined,
    permissions: browserPermissions(),
    screen: windowSize,
    now,
    log: (message) => LOG.add('info', [message]),
  });
  const capture = createPageCapture({
    create: () => warmCaptureOf(owner).take(),
    track: camera.frames,
    person,
  });
  exposeForFace(capture, camera);
  const actor = createActor(measurementMachine, {
    input: {
      camera: createCameraPort({ camera, wish }),
      capture,
      analysis,
      retry: backOffPolicy({ ...MEASUREMENT_BACK_OFF, random: Math.random }),
      now,
      // A recording pauses while the device sleeps, and has no gap.
      wallClock: () => (camera.plays() === null ? Date.now() : 0),
      settings: () => settings().measurement,
    },
  });
  keepsAwake(actor);
  endsWhenHidden(actor);
  const screenLight = createStore<ScreenLight>()(() => ({ isOn: false, isOffered: false }));
  actor.subscribe(({ context }) => {
    if (context.checkUp.isDark) screenLight.setState({ isOffered: true });
  });
  return { actor, camera, capture, settings, screenLight };
}
