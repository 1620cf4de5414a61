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
import { isRearFacing } from './facing.ts';
import { watchCameraPermission, type CameraPermission } from './permission.ts';
import { openRecording, SAMPLE } from './recording.ts';
import { openStream, stopStream } from './open-stream.ts';
import { listCameras, type CameraDevice } from './devices.ts';
import { createPictureControl, type PictureControl } from './picture-control.ts';

/** Shortest time before a stopped camera may open again, ms: drivers need the pause. */
export const RESTART_DEBOUNCE_MS = 300;

export interface CameraState {
  /** 0, 1 and 2 of the specification's section 4. */
  readonly phase: 'off' | 'starting' | 'running';
  readonly stream: MediaStream | null;
  /** The open device; null when none is open, or the browser does not name it. */
  readonly deviceId: string | null;
  /** Whether the picture is mirrored; it is not when the camera faces away from the person. */
  readonly mirrored: boolean;
  /** Name of the file that plays instead of a camera; null for cameras. */
  readonly recording: string | null;
  /** Whether the sample plays. */
  readonly isSample: boolean;
  readonly devices: readonly CameraDevice[];
}

const OFF = {
  phase: 'off',
  stream: null,
  deviceId: null,
  mirrored: true,
  recording: null,
  isSample: false,
} as const;

type Devices = Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices' | 'addEventListener'>;

export interface CameraDeps {
  /** Undefined on insecure pages, such as over plain http. */
  readonly devices: Devices | undefined;
  /** Missing in older browsers. */
  readonly permissions?: Pick<Permissions, 'query'>;
  readonly screen: () => ScreenSize;
  /** Monotonic, ms. */
  readonly now: () => number;
  readonly play?: typeof openRecording;
  readonly log?: (message: string) => void;
}

/** Why an open camera stopped delivering pictures: the person withdrew the permission, or any other reason. */
type CameraLoss = 'forbidden' | 'stopped';

export interface Camera {
  readonly store: StoreApi<CameraState>;
  /**
   * Opens a camera and closes the one that is open. A later `open` or `close` supersedes this call: it then rejects
   * with `aborted`, and whatever it opened is stopped.
   * @throws CameraFault
   */
  readonly open: (request: CameraRequest) => Promise<void>;
  /** Source of frames: the open camera's track, which this object still owns, or the recording. */
  readonly frames: () => MediaStreamTrack | RecordedFrames | null;
  /** From the next `open` on, plays this file or the sample instead of a camera; null: uses a camera again. */
  readonly useRecording: (source: File | typeof SAMPLE | null) => void;
  /** What plays instead of a camera, even while nothing is open; null: cameras are used. */
  readonly plays: () => File | typeof SAMPLE | null;
  /** Exposure, white balance and focus of the open camera; null for none or a recording. */
  readonly control: () => PictureControl | null;
  /** Stops the camera and its light, even if it is still opening. */
  readonly close: () => void;
  /**
   * Called after the open camera ended or was muted by itself and was closed. @returns a function that unsubscribes.
   */
  readonly onLost: (listener: (loss: CameraLoss) => void) => () => void;
}

/** Requests the camera with exact constraints; if none satisfies them, again with ideal ones. */
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
    // This also covers a remembered camera that no longer exists: then any camera is accepted.
    const relaxed = relaxedConstraints(videoConstraints({ ...request, deviceId: null }, screen));
    return openStream(devices, permissions, { video: relaxed, audio: false });
  }
}

/** An open camera or recording. */
interface Opened {
  readonly frames: MediaStreamTrack | RecordedFrames;
  readonly state: Omit<CameraState, 'devices' | 'phase'>;
  readonly control: PictureControl | null;
  /** @returns a promise that resolves when the camera is off, or null if it is off at once. */
  readonly close: () => Promise<void> | null;
}

function openedCamera(stream: MediaStream, log?: (message: string) => void): Opened {
  const [track] = stream.getVideoTracks();
  if (track === undefined) {
    stopStream(stream);
    throw new CameraFault('not-found', 'The stream has no video.');
  }
  const { deviceId, facingMode } = track.getSettings();
  const control = createPictureControl(track, log);
  return {
    frames: track,
    control,
    state: {
      stream,
      deviceId: deviceId ?? null,
      mirrored: !isRearFacing(facingMode, track.label),
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
  const { recording, stream, close } = await play(source);
  const isSample = source === SAMPLE;
  return {
    frames: recording,
    state: {
      ...{ stream, deviceId: null, mirrored: false, isSample },
      recording: isSample ? null : source.name,
    },
    control: null,
    close: () => {
      close();
      return null;
    },
  };
}

/** The only owner of the page's camera stream. */
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
  /** Pending while changed settings of the last camera are restored. */
  let closing: Promise<void> | null = null;
  let recording: File | typeof SAMPLE | null = null;

  const refreshDevices = async (): Promise<void> => {
    if (devices !== undefined) store.setState({ devices: await listCameras(devices) });
  };
  devices?.addEventListener('devicechange', () => void refreshDevices());
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
      close();
      for (const listener of [...lostListeners]) listener(loss);
    };
    for (const sign of ['ended', 'mute']) {
      frames.addEventListener(sign, () => lose('stopped'), { signal });
    }
    // Not every browser ends the track of a camera whose permission was withdrawn.
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
  };
}
