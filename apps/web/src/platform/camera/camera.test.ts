// SPDX-License-Identifier: Apache-2.0
import type { RecordedFrames } from '@perfuse/capture';
import { beforeEach, describe, expect, it, vi, afterEach } from 'vitest';
import { createCamera, RESTART_DEBOUNCE_MS, type Camera, type CameraDeps } from './camera.ts';
import { startsByItself } from './auto-start.ts';
import { CameraFault } from './camera-fault.ts';
import { isRearFacing } from './facing.ts';
import { SAMPLE, type OpenRecording } from './recording.ts';

/** The parts of a browser's camera that the code under test uses; tracks record whether they were stopped. */
class FakeTrack extends EventTarget {
  stopped = false;
  readonly label = '';
  constructor(readonly settings: MediaTrackSettings) {
    super();
  }
  stop(): void {
    this.stopped = true;
  }
  getConstraints(): MediaTrackConstraints {
    return {};
  }
  capabilities: object = {};
  getCapabilities(): MediaTrackCapabilities {
    return this.capabilities;
  }
  readonly applied: { readonly isStopped: boolean; readonly done: () => void }[] = [];
  applyConstraints(): Promise<void> {
    return new Promise((done) => this.applied.push({ isStopped: this.stopped, done }));
  }
  getSettings(): MediaTrackSettings {
    return this.settings;
  }
}

interface Asked {
  readonly constraints: MediaStreamConstraints | undefined;
  readonly grant: (settings?: MediaTrackSettings, capabilities?: object) => FakeTrack;
  readonly refuse: (name: string) => void;
}

class FakeDevices extends EventTarget {
  readonly asked: Asked[] = [];
  known: readonly { deviceId: string; label: string; kind: string }[] = [];

  getUserMedia(constraints?: MediaStreamConstraints): Promise<MediaStream> {
    return new Promise((resolve, reject) => {
      this.asked.push({
        constraints,
        grant: (settings = { deviceId: 'one', width: 640, height: 480 }, capabilities = {}) => {
          const track = new FakeTrack(settings);
          track.capabilities = capabilities;
          const stream = { getTracks: () => [track], getVideoTracks: () => [track] };
          // A MediaStream cannot be created outside a browser; the code under test uses no more than this.
          resolve(stream as unknown as MediaStream);
          return track;
        },
        refuse: (name) => reject(new DOMException('', name)),
      });
    });
  }

  enumerateDevices(): Promise<MediaDeviceInfo[]> {
    return Promise.resolve(
      this.known.map((info) => ({ ...info, groupId: '', toJSON: () => info })) as MediaDeviceInfo[],
    ); // plain objects for browser ones
  }
}

const ANY = { deviceId: null, facing: 'user' } as const;
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

let devices: FakeDevices;
let camera: Camera;
const make = (parts: Partial<CameraDeps> = {}): Camera =>
  createCamera({
    devices,
    screen: () => ({ width: 1280, height: 800 }),
    now: () => performance.now(),
    ...parts,
  });

beforeEach(() => {
  vi.useFakeTimers();
  devices = new FakeDevices();
  camera = make();
});
afterEach(() => {
  camera.close();
  vi.useRealTimers();
});

async function opened(request: Parameters<Camera['open']>[0] = ANY): Promise<FakeTrack> {
  const opening = camera.open(request);
  await settle();
  const track = devices.asked.at(-1)?.grant();
  await opening;
  if (track === undefined) throw new Error('Nobody asked for a camera.');
  return track;
}

describe('the camera', () => {
  it('goes from off through starting to running', async () => {
    expect(camera.store.getState().phase).toBe('off');
    const opening = camera.open(ANY);
    expect(camera.store.getState().phase).toBe('starting');
    await settle();
    devices.asked[0]?.grant({ deviceId: 'one', width: 640, height: 480 });
    await opening;
    expect(camera.store.getState()).toMatchObject({
      phase: 'running',
      deviceId: 'one',
      mirrored: true,
    });
  });

  it('requests 30 frames per second and the desktop picture size', async () => {
    await opened();
    expect(devices.asked[0]?.constraints).toEqual({
      video: {
        facingMode: { ideal: 'user' },
        width: { min: 320, ideal: 640, max: 640 },
        height: { min: 240, ideal: 520, max: 640 },
        frameRate: { min: 15, ideal: 30, max: 30 },
      },
      audio: false,
    });
  });

  it('requests exactly the chosen camera', async () => {
    await opened({ deviceId: 'two', facing: 'user' });
    const video = devices.asked[0]?.constraints?.video;
    expect(video).toMatchObject({ deviceId: { exact: 'two' } });
    expect(video).not.toHaveProperty('facingMode');
  });

  it.each([
    [768, { ideal: 768 }],
    [769, { min: 320, ideal: 640, max: 640 }],
  ])('distinguishes phone and desktop at a window width of %i px', async (width, asked) => {
    camera = make({ screen: () => ({ width, height: 1024 }) });
    await opened();
    expect(devices.asked[0]?.constraints?.video).toMatchObject({ width: asked });
  });

  it("requests the window's size on a phone", async () => {
    camera = make({ screen: () => ({ width: 360, height: 740 }) });
    await opened();
    expect(devices.asked[0]?.constraints?.video).toMatchObject({
      width: { ideal: 360 },
      height: { ideal: 740 },
    });
  });

  it('does not mirror a rear camera', async () => {
    const opening = camera.open({ deviceId: null, facing: 'environment' });
    await settle();
    devices.asked[0]?.grant({ facingMode: 'environment' });
    await opening;
    expect(camera.store.getState().mirrored).toBe(false);
  });

  it('opens any camera when the remembered one is unavailable', async () => {
    const opening = camera.open({ deviceId: 'unplugged', facing: 'user' });
    await settle();
    devices.asked[0]?.refuse('OverconstrainedError');
    await settle();
    expect(devices.asked[1]?.constraints?.video).toMatchObject({
      facingMode: { ideal: 'user' },
      frameRate: { ideal: 30 },
    });
    devices.asked[1]?.grant();
    await opening;
    expect(camera.store.getState().phase).toBe('running');
  });

  it.each([
    ['NotAllowedError', 'denied'],
    ['NotReadableError', 'in-use'],
    ['TypeError', 'other'],
  ])('rejects %s as %s and is off again', async (name, code) => {
    const opening = camera.open(ANY).catch((cause: unknown) => cause);
    await settle();
    devices.asked[0]?.refuse(name);
    const fault = await opening;
    expect(fault).toBeInstanceOf(CameraFault);
    expect(fault).toMatchObject({ code });
    expect(camera.store.getState().phase).toBe('off');
  });

  it('rejects as not-found when there is none at all', async () => {
    const opening = camera.open(ANY).catch((cause: unknown) => cause);
    await settle();
    devices.asked[0]?.refuse('NotFoundError');
    await settle();
    devices.asked[1]?.refuse('NotFoundError');
    expect(await opening).toMatchObject({ code: 'not-found' });
  });

  it('cannot open where the browser has no camera API', async () => {
    camera = make({ devices: undefined });
    await expect(camera.open(ANY)).rejects.toMatchObject({ code: 'other' });
  });
});

describe('the last request', () => {
  it('wins: a track that arrives after closing is stopped', async () => {
    const opening = camera.open(ANY).catch((cause: unknown) => cause);
    await settle();
    camera.close();
    const track = devices.asked[0]?.grant();
    expect(await opening).toMatchObject({ code: 'aborted' });
    expect(track?.stopped).toBe(true);
    expect(camera.store.getState().phase).toBe('off');
  });

  it('wins: of two openings only the second is kept, and they never overlap', async () => {
    const first = camera.open(ANY).catch((cause: unknown) => cause);
    const second = camera.open({ deviceId: 'two', facing: 'user' });
    await settle();
    // The first call was superseded before it reached the browser.
    expect(await first).toMatchObject({ code: 'aborted' });
    expect(devices.asked).toHaveLength(1);
    devices.asked[0]?.grant({ deviceId: 'two' });
    await second;
    expect(camera.store.getState().deviceId).toBe('two');
  });

  it('waits while an earlier request is still pending in the browser', async () => {
    const first = camera.open(ANY).catch((cause: unknown) => cause);
    await settle();
    const second = camera.open({ deviceId: 'two', facing: 'user' });
    await settle();
    expect(devices.asked).toHaveLength(1);
    const late = devices.asked[0]?.grant();
    expect(await first).toMatchObject({ code: 'aborted' });
    expect(late?.stopped).toBe(true);
    expect(camera.store.getState().phase).toBe('starting');
    await vi.advanceTimersByTimeAsync(RESTART_DEBOUNCE_MS - 10);
    expect(devices.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(devices.asked).toHaveLength(2);
    devices.asked[1]?.grant({ deviceId: 'two' });
    await second;
    expect(camera.store.getState().deviceId).toBe('two');
  });

  it('waits for the restart delay after a camera was stopped', async () => {
    const track = await opened();
    camera.close();
    expect(track.stopped).toBe(true);
    const again = camera.open(ANY);
    await vi.advanceTimersByTimeAsync(RESTART_DEBOUNCE_MS - 10);
    expect(devices.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(devices.asked).toHaveLength(2);
    devices.asked[1]?.grant();
    await again;
  });
});

describe('a camera that is lost', () => {
  it.each(['ended', 'mute'])("with the event '%s' is closed and reported", async (name) => {
    const lost = vi.fn();
    camera.onLost(lost);
    const track = await opened();
    track.dispatchEvent(new Event(name));
    expect(lost).toHaveBeenCalledTimes(1);
    expect(track.stopped).toBe(true);
    expect(camera.store.getState().phase).toBe('off');
  });

  it.each(['denied', 'prompt'])(
    "because its permission becomes '%s' is closed and reported as forbidden",
    async (state) => {
      const status = Object.assign(new EventTarget(), { state: 'granted' });
      // No PermissionStatus exists outside a browser; the watch uses no more than this.
      const query = () => Promise.resolve(status as unknown as PermissionStatus);
      camera = make({ permissions: { query } });
      const lost = vi.fn();
      camera.onLost(lost);
      const track = await opened();
      await settle();
      status.state = state;
      status.dispatchEvent(new Event('change'));
      track.dispatchEvent(new Event('ended'));
      expect(lost.mock.calls).toEqual([['forbidden']]);
      expect(track.stopped).toBe(true);
    },
  );

  it('is not reported when its permission changes after it was closed, however late the browser reported it', async () => {
    const status = Object.assign(new EventTarget(), { state: 'granted' });
    let tell: (known: PermissionStatus) => void = () => undefined;
    const query = () => new Promise<PermissionStatus>((resolve) => (tell = resolve));
    camera = make({ permissions: { query } });
    const opening = camera.open(ANY);
    await settle();
    devices.asked[0]?.grant();
    await opening;
    camera.close();
    const unheard = vi.spyOn(status, 'removeEventListener');
    tell(status as unknown as PermissionStatus); // as above
    await settle();
    expect(unheard).toHaveBeenCalledOnce();
  });

  it('is not reported when it was closed on purpose', async () => {
    const lost = vi.fn();
    camera.onLost(lost);
    const track = await opened();
    camera.close();
    track.dispatchEvent(new Event('ended'));
    expect(lost).not.toHaveBeenCalled();
  });
});

describe('a camera that was adjusted for the face', () => {
  const openedAndHeld = async (): Promise<FakeTrack> => {
    const opening = camera.open(ANY);
    await settle();
    const settings = { exposureMode: 'continuous', width: 640, height: 480 };
    const track = devices.asked.at(-1)?.grant(settings, { exposureMode: ['continuous', 'manual'] });
    await opening;
    if (track === undefined) throw new Error('Nobody asked for a camera.');
    const locking = camera.control()?.lock();
    await settle();
    track.applied[0]?.done();
    await vi.advanceTimersByTimeAsync(1000);
    await locking;
    expect(camera.control()?.phase()).toBe('locked');
    return track;
  };

  it('is returned to automatic control and then stopped', async () => {
    const track = await openedAndHeld();
    camera.close();
    await settle();
    expect(camera.store.getState().phase).toBe('off');
    expect(camera.control()).toBeNull();
    expect(track.applied.map(({ isStopped }) => isStopped)).toEqual([false, false]);
    expect(track.stopped).toBe(false);
    track.applied[1]?.done();
    await settle();
    expect(track.stopped).toBe(true);
  });

  it('is stopped even when it does not answer, and the next one waits for that', async () => {
    const track = await openedAndHeld();
    const next = camera.open({ deviceId: 'two', facing: 'user' });
    await vi.advanceTimersByTimeAsync(RESTART_DEBOUNCE_MS);
    expect(devices.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(track.stopped).toBe(true);
    expect(devices.asked).toHaveLength(2);
    devices.asked[1]?.grant({ deviceId: 'two' });
    await next;
    expect(camera.control()?.phase()).toBe('automatic');
  });
});

describe('a recording instead of a camera', () => {
  const file = new File(['x'], 'face.webm');
  const playing = () => {
    const recording: RecordedFrames = { frames: () => new ReadableStream<VideoFrame>() };
    const close = vi.fn();
    const stream = { getTracks: () => [] };
    // As with streams, they cannot be created outside a browser.
    const opened = { recording, stream, close } as unknown as OpenRecording;
    return { recording, close, play: () => Promise.resolve(opened) };
  };

  it('plays instead of the camera, without requesting one', async () => {
    const { recording, close, play } = playing();
    camera = make({ play, devices: undefined });
    camera.useRecording(file);
    await camera.open(ANY);
    expect(camera.store.getState()).toMatchObject({
      phase: 'running',
      recording: 'face.webm',
      mirrored: false,
    });
    expect(camera.frames()).toBe(recording);
    camera.close();
    expect(close).toHaveBeenCalledOnce();
    expect(camera.store.getState().recording).toBeNull();
    expect(camera.frames()).toBeNull();
  });

  it('is reported when it is the sample', async () => {
    const { close, play } = playing();
    camera = make({ play, devices: undefined });
    camera.useRecording(SAMPLE);
    expect(camera.plays()).toBe(SAMPLE);
    await camera.open(ANY);
    expect(camera.store.getState()).toMatchObject({ isSample: true, recording: null });
    camera.close();
    expect(close).toHaveBeenCalledOnce();
    expect(camera.store.getState().isSample).toBe(false);
  });

  it('can be followed by a camera', async () => {
    const { close, play } = playing();
    camera = make({ play });
    camera.useRecording(file);
    await camera.open(ANY);
    camera.close();
    expect(close).toHaveBeenCalledOnce();
    camera.useRecording(null);
    const opening = camera.open(ANY);
    await vi.advanceTimersByTimeAsync(RESTART_DEBOUNCE_MS);
    devices.asked[0]?.grant();
    await opening;
    expect(camera.store.getState().recording).toBeNull();
  });
});

describe('the direction that a camera faces', () => {
  it.each([
    ['environment', '', true],
    ['user', 'Back camera', false],
    [undefined, 'camera2 0, facing back', true],
    ['', 'Rear Ultra Wide Camera', true],
    [undefined, 'FaceTime HD Camera', false],
    [undefined, 'Backlit webcam', false],
  ])('%s, named "%s": away %s', (facingMode, label, away) => {
    expect(isRearFacing(facingMode, label)).toBe(away);
  });
});

it.each([
  [true, true, null, true],
  [true, false, null, false],
  [false, true, null, false],
  [false, false, 'one', true],
  [true, false, 'one', true],
])(
  'phone %s, cameraAutoStart %s, chosen %s: starts by itself %s',
  (isPhone, cameraAutoStart, selectedCamera, starts) => {
    expect(startsByItself({ isPhone, cameraAutoStart, selectedCamera })).toBe(starts);
  },
);

describe('the list of cameras', () => {
  it('contains only cameras that have an id', async () => {
    devices.known = [
      { kind: 'audioinput', deviceId: 'mic', label: 'Microphone' },
      { kind: 'videoinput', deviceId: '', label: '' },
      { kind: 'videoinput', deviceId: 'one', label: 'Front' },
    ];
    devices.dispatchEvent(new Event('devicechange'));
    await settle();
    expect(camera.store.getState().devices).toEqual([{ id: 'one', name: 'Front' }]);
  });

  it('contains the names once a camera is open', async () => {
    devices.known = [{ kind: 'videoinput', deviceId: 'one', label: 'Front' }];
    await opened();
    await settle();
    expect(camera.store.getState().devices).toEqual([{ id: 'one', name: 'Front' }]);
  });
});
