// SPDX-License-Identifier: Apache-2.0
import { Human, type Config, type FaceResult } from '@vladmandic/human';
import { LANDMARK_COUNT, type FaceLandmarks } from '../face/landmarks.ts';
import { PixelReader, type RgbaPixels } from './pixels.ts';
import type { FaceTracker } from './face-tracker.ts';

/**
 * With the library's own defaults the detector runs again every few frames, the points jump and settle, and the
 * colour traces of a still picture show a pulse that is not there. So: never skip by time, change or count, which
 * leaves the detector to run when the mesh has lost the face. These values are not matters of taste.
 */
const NEVER = 1e9;

const off = { enabled: false };

const SETTINGS: Partial<Config> = {
  backend: 'wasm',
  debug: false,
  async: false,
  warmup: 'none',
  cacheModels: false,
  validateModels: false,
  cacheSensitivity: 1e6,
  filter: { enabled: false, autoBrightness: false, return: false },
  face: {
    enabled: true,
    detector: {
      modelPath: 'blazeface.json',
      rotation: false,
      maxDetected: 1,
      minConfidence: 0.2,
      skipFrames: NEVER,
      skipTime: NEVER,
    },
    mesh: { enabled: true, modelPath: 'facemesh.json' },
    attention: off,
    iris: off,
    emotion: off,
    description: off,
    antispoof: off,
    liveness: off,
    gear: off,
  },
  body: off,
  hand: off,
  object: off,
  gesture: off,
  segmentation: off,
};

/** The tensor library inside, as far as it is used here. */
interface Tensors {
  env(): { set(flag: string, value: boolean): void };
  getBackend(): string;
  tensor(values: Float32Array, shape: readonly number[], type: 'float32'): Picture;
}

interface Picture {
  dispose(): void;
}

const isTensors = (value: unknown): value is Tensors =>
  typeof value === 'object' &&
  value !== null &&
  ['env', 'getBackend', 'tensor'].every((name) => typeof Reflect.get(value, name) === 'function');

function tensorsOf(human: Human): Tensors {
  const found: unknown = human.tf;
  if (!isTensors(found)) throw new Error('The face tracker has no tensor library.');
  return found;
}

/** A picture to warm up on. */
const BLANK: RgbaPixels = { data: new Uint8Array(640 * 480 * 4), width: 640, height: 480 };

function withoutAlpha(rgba: RgbaPixels['data']): Float32Array {
  const rgb = new Float32Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}

/** A face in the form of the interface, or undefined when its mesh is incomplete. */
function toLandmarks(
  face: FaceResult | undefined,
  width: number,
  height: number,
): FaceLandmarks | undefined {
  if (face === undefined || face.mesh.length < LANDMARK_COUNT) return undefined;
  const points = new Float32Array(LANDMARK_COUNT * 2);
  for (let index = 0; index < LANDMARK_COUNT; index += 1) {
    const [x, y] = face.mesh[index] ?? [NaN, NaN];
    if (!Number.isFinite(x) || !Number.isFinite(y)) return undefined;
    points[index * 2] = x / width;
    points[index * 2 + 1] = y / height;
  }
  return { points, confidence: Math.min(1, Math.max(0, face.score)) };
}

/**
 * MediaPipe BlazeFace and FaceMesh (468 points) on the wasm backend of `@vladmandic/human`. Points are whole
 * pixels of the frame.
 */
export function createMediapipeTracker(): FaceTracker {
  const human = new Human({
    ...SETTINGS,
    // Plain names under our own origin: `fetch` leads them to the files.
    modelBasePath: `${globalThis.location.origin}/`,
    wasmPath: `${globalThis.location.origin}/`,
  });
  const pixels = new PixelReader();
  const tensors = tensorsOf(human);

  async function detect({ data, width, height }: RgbaPixels): Promise<FaceLandmarks | undefined> {
    // A ready tensor spares the library's way through four canvases and back.
    const input = tensors.tensor(withoutAlpha(data), [1, height, width, 3], 'float32');
    try {
      const result = await human.detect(input);
      if (result.error !== null) throw new Error(`The face tracker failed: ${result.error}.`);
      return toLandmarks(result.face[0], width, height);
    } finally {
      input.dispose();
    }
  }

  return {
    async load() {
      // Threads would need shared memory; where it exists, a blob worker that a strict policy blocks for ever.
      tensors.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
      await human.load();
      if (tensors.getBackend() !== 'wasm') {
        throw new Error('The face tracker cannot use wasm here.');
      }
      const models = human.models.stats().modelStats;
      for (const name of ['blazeface', 'facemesh']) {
        if (!models.some((model) => model.name === name && model.loaded)) {
          throw new Error(`The model ${name} could not be loaded.`);
        }
      }
      await detect(BLANK);
    },
    async reset() {
      // On a picture without a face the mesh is lost, and the detector looks at the next one anew.
      await detect(BLANK);
    },
    async track(frame) {
      return await detect(await pixels.read(frame));
    },
  };
}
