// SPDX-License-Identifier: Apache-2.0
import { encodeDemographics, type DemographicsWire } from '@perfuse/contract/person/demographics';
import { parseProfileForm } from '@perfuse/contract/person/profile';
import { phaseOf, RUNNING_PHASES, type Phase } from '@perfuse/flow';
import { EDITION } from '../../../config/build.ts';
import { launchedPerson } from '../../../launch/visit.ts';
import type { Services } from '../../../services/services.ts';
import { memoizePerOwner } from '../../../platform/browser/memoize-per-owner.ts';
import { visitServicesOf } from '../../../services/visit-services.ts';
import { startsByItself } from '../../../platform/camera/auto-start.ts';
import { SAMPLE } from '../../../platform/camera/recording.ts';
import { SAMPLE_PERSON } from '../../../platform/sample/sample-person.ts';
import { isPhone, type Facing } from '../../../platform/camera/constraints.ts';
import { callbackDepsOf } from '../callback/callback-deps.ts';
import { createCallback, type Callback } from '../callback/callback.ts';
import { createAnalysisPort } from '../ports/analysis-port.ts';
import { createFilming, windowSize, type Filming } from './filming.ts';
import { reportMeasurement } from './report-measurement.ts';
import { settingsOf, type ScreenSettings } from './settings.ts';

/** The measurement of this page, created once outside React; its screen mounts and unmounts. */
export interface Measurement extends Filming {
  readonly callback: Callback;
  /** Called when the screen opens. @returns a function to call when it closes. */
  readonly enter: () => () => void;
  /** Uses this camera from now on, at once if one is open. */
  readonly chooseCamera: (deviceId: string) => void;
  /** Plays this file instead of the camera from now on; null: a camera again. */
  readonly chooseRecording: (file: File | null) => void;
  /** Switches to the phone's other camera. */
  readonly flipCamera: () => void;
  /** Whether the current or last attempt is analysed on this device. */
  readonly wasOnDevice: () => boolean;
  /** Back to the integrator, in callback mode: the person does not want to measure, or to continue. */
  readonly cancelToCallback: () => void;
}

const LIVE: readonly Phase[] = ['starting', 'preparing', 'ready'];

/** What is known about the person, sent with every chunk. */
function personOf(services: Services, isSample: boolean): DemographicsWire | undefined {
  if (isSample) return encodeDemographics(SAMPLE_PERSON);
  const { demographicsEntryMode, profile } = services.session.getState();
  // Without a profile form only the integrator's profile counts, whatever was typed for another organisation.
  if (demographicsEntryMode !== 'noDemographics') {
    const person = parseProfileForm(profile);
    if (person.ok) return encodeDemographics(person.value);
  }
  const told = launchedPerson(visitServicesOf(services).visit.getState());
  return told === null ? undefined : encodeDemographics(told);
}

export function createMeasurement(services: Services, analysisHost: string): Measurement {
  const { session } = services;
  const { visit } = visitServicesOf(services);
  const settings = (): ScreenSettings =>
    settingsOf(EDITION, visit.getState().launched?.settings ?? {});
  const isSample = (): boolean => session.getState().isSample;
  let flipped: Facing | null = null;
  const facing = (): Facing =>
    flipped ?? (isPhone(windowSize()) ? settings().defaultPhoneCamera : 'user');

  const analysis = createAnalysisPort(services, analysisHost, isSample);
  const filming = createFilming({
    owner: services,
    analysis,
    settings,
    wish: () => ({ deviceId: session.getState().selectedCamera, facing: facing() }),
    person: () => personOf(services, isSample()),
  });
  const { actor, camera, capture } = filming;

  const callbackDeps = callbackDepsOf(services);
  const callback = createCallback(callbackDeps);
  reportMeasurement({
    ...{ services, actor, camera, callback, isSample },
    expire: callbackDeps.expire,
    wasOnDevice: analysis.wasOnDevice,
  });
  actor.start();
  session.subscribe((after, earlier) => {
    if (after.prefersDevice === true && earlier.prefersDevice !== true) void analysis.warm();
  });

  camera.store.subscribe(({ devices }) => {
    const { selectedCamera, selectCamera } = session.getState();
    const gone = devices.length > 0 && devices.every((device) => device.id !== selectedCamera);
    if (selectedCamera !== null && gone) selectCamera(null);
  });

  const reopen = (): void => {
    if (LIVE.includes(phaseOf(actor.getSnapshot()))) actor.send({ type: 'SWITCH_CAMERA' });
    else actor.send({ type: 'OPEN_CAMERA' });
  };
  let isOpen = false;
  const followSample = (): void => {
    camera.useRecording(isSample() ? SAMPLE : null);
    // When the sample ends, the person's own camera opens only on request.
    if (isOpen && !isSample()) actor.send({ type: 'LEAVE' });
    else if (isOpen) reopen();
  };
  if (isSample()) followSample();
  session.subscribe((after, earlier) => {
    if (after.isSample !== earlier.isSample) followSample();
  });
  session.subscribe((after, earlier) => {
    if (after.era === earlier.era || isSample()) return;
    // The next person is measured by their own face, with the default settings.
    camera.useRecording(null);
    flipped = null;
    filming.screenLight.setState({ isOn: false, isOffered: false });
  });
  return {
    ...filming,
    callback,
    wasOnDevice: analysis.wasOnDevice,
    enter: () => {
      isOpen = true;
      capture.warm();
      void analysis.warm();
      const starts = startsByItself({
        isPhone: isPhone(windowSize()),
        cameraAutoStart: settings().cameraAutoStart,
        selectedCamera: session.getState().selectedCamera,
      });
      if (starts || isSample()) actor.send({ type: 'OPEN_CAMERA' });
      return () => {
        isOpen = false;
        actor.send({ type: 'LEAVE' });
        if (isSample()) session.getState().watchSample(false);
      };
    },
    chooseCamera: (deviceId) => {
      camera.useRecording(null);
      session.getState().selectCamera(deviceId);
      reopen();
    },
    chooseRecording: (file) => {
      camera.useRecording(file);
      reopen();
    },
    cancelToCallback: () => {
      const isRunning = RUNNING_PHASES.includes(phaseOf(actor.getSnapshot()));
      actor.send({ type: 'CANCEL' });
      // A running measurement leaves through its end, so that the integrator's events say how far it got.
      if (isRunning) return;
      // The reason, such as a refused camera, stays the reason after its message was left for the instructions.
      const { context } = actor.getSnapshot();
      if (callback.waitsFor(context)) callback.leaveWith(context);
      else callback.giveUp();
    },
    flipCamera: () => {
      flipped = facing() === 'user' ? 'environment' : 'user';
      session.getState().selectCamera(null);
      reopen();
    },
  };
}

/** The page's one measurement, at the analysis host of the first call. */
export const measurementOf = memoizePerOwner(createMeasurement);
