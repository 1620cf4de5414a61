// SPDX-License-Identifier: Apache-2.0
import type { RecordedFrames } from '@perfuse/capture';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { CameraFault, toCameraFault } from './camera-fault.ts';
import {
  relaxedConstraints,
  videoConstraints,
  type CameraRequest,
  type ScreenSize,
} from './constraints.ts';
import { looksAway } from './facing.ts';
import { watchCameraPermission, type CameraPermission } from './permission.ts';
import { openRecording, SAMPLE } from './recording.ts';
import { openStream, stopStream } from './open-stream.ts';
import { listCameras, type CameraDevice } from './devices.ts';
import { createPictureControl, type PictureControl } from './picture-control.ts';

/** A camera that was stopped may not open again before this, ms: drivers need the pause. */
export const RESTART_DEBOUNCE_MS = 300;

export interface CameraState {
  /** 0, 1 and 2 of the specification's section 4. */
  readonly phase: 'off' | 'starting' | 'running';
  readonly stream: MediaStream | null;
  /** The device that is open; null when none is, or the browser does not say. */
  readonly deviceId: string | null;
  /** The picture is shown as in a mirror, unless the camera looks away from the person. */
  readonly mirrored: boolean;
  /** Width over height of the picture; null until a camera is open. */
  readonly aspect: number | null;
  /** Name of the file that plays instead of a camera; null for cameras. */
  readonly recording: string | null;
  /** The sample plays. */
  readonly isSample: boolean;
  readonly devices: readonly CameraDevice[];
}

const OFF = {
  phase: 'off',
  stream: null,
  deviceId: null,
  mirrored: true,
  aspect: null,
  recording: null,
  isSample: false,
} as const;

type Devices = Pick<
  MediaDevices,
  'getUserMedia' | 'enumerateDevices' | 'addEventListener' | 'removeEventListener'
>;

export interface CameraDeps {
  /** Undefined on pages that the browser does not trust, as over plain http. */
  readonly devices: Devices | undefined;
  /** Missing in older browsers. */
  readonly permissions?: Pick<Permissions, 'query'>;
  readonly screen: () => ScreenSize;
  /** Monotonic, ms. */
  readonly now: () => number;
  readonly play?: typeof openRecording;
  readonly log?: (message: string) => void;
}

/** Why an open camera gives no pictures any more: the person took the permission back, or anything else. */
type CameraLoss = 'forbidden' | 'stopped';

export interface Camera {
  readonly store: StoreApi<CameraState>;
  /**
   * Opens a camera instead of the one that is open. A later `open` or `close` wins: this one then rejects with
   * `aborted` and whatever it opened is stopped.
   * @throws CameraFault
   */
  readonly open: (request: CameraRequest) => Promise<void>;
  /** What to read frames from: the open camera's track, which stays this object's own, or the recording. */
  readonly frames: () => MediaStreamTrack | RecordedFrames | null;
  /** Plays this file, or the sample, instead of a camera from the next `open` on; null: a camera again. */
  readonly useRecording: (source: File | typeof SAMPLE | null) => void;
  /** What is played instead of a camera, also while none is open; null: cameras are used. */
  readonly plays: () => File | typeof SAMPLE | null;
  /** Exposure, white balance and focus of the open camera; null where there is none, or a recording. */
  readonly control: () => PictureControl | null;
  /** Turns the camera's light off, also that of one that is still opening. */
  readonly close: () => void;
  /** Called when the open camera ends or mutes by itself; it is closed by then. @returns ends the subscription. */
  readonly onLost: (listener: (loss: CameraLoss) => void) => () => void;
  /** Closes, and stops watching the devices. */
  readonly dispose: () => void;
}

/** Asks for the camera as wished; one that cannot do it is asked again with wishes instead of demands. */
async function askFor(
  devices: Devices,
  permissions: CameraDeps['permissions'],
  request: CameraRequest,
  screen: ScreenSize,
): Promise<MediaStream> {
  const video = videoConstraints(request, screen);
  try {
    return await openStream(devices, permissions, { video, audio: false });
  } catch (cause) {
    if (toCameraFault(cause).code !== 'not-found') throw cause;
    // Also a remembered camera that is gone: then any.
    const relaxed = relaxedConstraints(videoConstraints({ ...request, deviceId: null }, screen));
    return openStream(devices, permissions, { video: relaxed, audio: false });
  }
}

/** What is open, whatever it is. */
interface Opened {
  readonly frames: MediaStreamTrack | RecordedFrames;
  readonly state: Omit<CameraState, 'devices' | 'phase'>;
  readonly control: PictureControl | null;
  /** @returns when it is dark, where that takes a moment. */
  readonly close: () => Promise<void> | null;
}

function openedCamera(stream: MediaStream, log?: (message: string) => void): Opened {
  const [track] = stream.getVideoTracks();
  if (track === undefined) {
    stopStream(stream);
    throw new CameraFault('not-found', 'The stream has no video.');
  }
  const { deviceId, facingMode, width, height } = track.getSettings();
  const control = createPictureControl(track, log);
  return {
    frames: track,
    control,
    state: {
      stream,
      deviceId: deviceId ?? null,
      mirrored: !looksAway(facingMode, track.label),
      aspect: width !== undefined && height !== undefined ? width / height : null,
      recording: null,
      isSample: false,
    },
    close: () => {
      const giving = control.end();
      if (giving !== null) return giving.then(() => stopStream(stream));
      stopStream(stream);
      return null;
    },
  };
}

async function openedRecording(
  source: File | typeof SAMPLE,
  play: typeof openRecording,
): Promise<Opened> {
  const { recording, stream, aspect, close } = await play(source);
  const isSample = source === SAMPLE;
  return {
    frames: recording,
    state: {
      ...{ stream, deviceId: null, mirrored: false, aspect, isSample },
      recording: isSample ? null : source.name,
    },
    control: null,
    close: () => {
      close();
      return null;
    },
  };
}

/** The one owner of the page's camera stream. */
export function createCamera(parts: CameraDeps): Camera {
  const { devices, permissions, screen, now, play = openRecording, log } = parts;
  const store = createStore<CameraState>()(() => ({ ...OFF, devices: [] }));
  const lostListeners = new Set<(loss: CameraLoss) => void>();
  /** Counts `open` and `close`: a call that finds another number than its own has been superseded. */
  let turn = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let stoppedAtMs = Number.NEGATIVE_INFINITY;
  let ending = new AbortController();
  let opened: Opened | null = null;
  /** What was changed of the last camera is being given back. */
  let closing: Promise<void> | null = null;
  let recording: File | typeof SAMPLE | null = null;

  const refreshDevices = async (): Promise<void> => {
    if (devices !== undefined) store.setState({ devices: await listCameras(devices) });
  };
  const onDeviceChange = (): void => void refreshDevices();
  devices?.addEventListener('devicechange', onDeviceChange);
  void refreshDevices();

  const release = (): void => {
    ending.abort();
    if (opened !== null) {
      closing = opened.close();
      opened = null;
      stoppedAtMs = now();
    }
    store.setState(OFF);
  };
  const close = (): void => {
    turn += 1;
    release();
  };
  const watch = ({ frames }: Opened): void => {
    ending = new AbortController();
    const { signal } = ending;
    // The reader of a recording is notified of its end.
    if (!(frames instanceof EventTarget)) return;
    const lose = (loss: CameraLoss): void => {
      if (signal.aborted) return;
      close();
      for (const listener of [...lostListeners]) listener(loss);
    };
    for (const sign of ['ended', 'mute']) {
      frames.addEventListener(sign, () => lose('stopped'), { signal });
    }
    // Not every browser ends the track of a camera that may not be used any more.
    const onPermission = (current: CameraPermission): void => {
      if (current !== 'granted') lose('forbidden');
    };
    void watchCameraPermission(permissions, onPermission).then(({ end }) => {
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  };
  const openSource = async (request: CameraRequest): Promise<Opened> => {
    if (recording !== null) return await openedRecording(recording, play);
    if (devices === undefined) throw new CameraFault('other', 'This page may not use cameras.');
    return openedCamera(await askFor(devices, permissions, request, screen()), log);
  };
  const openNow = async (request: CameraRequest, mine: number): Promise<void> => {
    const overtaken = (): boolean => mine !== turn;
    const aborted = (): CameraFault => new CameraFault('aborted', 'Another request came later.');
    await closing;
    const pauseMs = stoppedAtMs + RESTART_DEBOUNCE_MS - now();
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (overtaken()) throw aborted();
    const found = await openSource(request);
    if (overtaken()) {
      closing = found.close();
      stoppedAtMs = now();
      throw aborted();
    }
    opened = found;
    watch(found);
    store.setState({ phase: 'running', ...found.state });
    // Device names are available only now.
    void refreshDevices();
  };

  return {
    store,
    open: async (request) => {
      turn += 1;
      const mine = turn;
      release();
      store.setState({ phase: 'starting' });
      // One at a time: two overlapping requests for one device fail in some browsers.
      const opening = queue.then(() => openNow(request, mine));
      queue = opening.catch(() => undefined);
      try {
        await opening;
      } catch (cause) {
        if (mine === turn) release();
        throw toCameraFault(cause);
      }
    },
    frames: () => opened?.frames ?? null,
    control: () => opened?.control ?? null,
    useRecording: (source) => (recording = source),
    plays: () => recording,
    close,
    onLost: (listener) => {
      lostListeners.add(listener);
      return () => lostListeners.delete(listener);
    },
    dispose: () => {
      close();
      devices?.removeEventListener('devicechange', onDeviceChange);
    },
  };
}
