// SPDX-License-Identifier: Apache-2.0
import { Human, type Config } from '@vladmandic/human';
import { LANDMARK_COUNT, type FaceLandmarks } from '../face/landmarks.ts';
import { BLANK, PixelReader, type RgbaPixels } from './pixels.ts';
import { readSquare, squareAround, type Square } from './face-crop.ts';
import type { FaceTracker } from './face-tracker.ts';

/** Minimum confidence of the detector, and of the mesh network, that a face is present. */
const MIN_CONFIDENCE = 0.2;

const off = { enabled: false };

const SETTINGS: Partial<Config> = {
  backend: 'wasm',
  debug: false,
  async: false,
  warmup: 'none',
  cacheModels: false,
  validateModels: false,
  cacheSensitivity: 0,
  filter: { enabled: false, autoBrightness: false, return: false },
  face: {
    enabled: true,
    detector: {
      modelPath: 'blazeface.json',
      rotation: false,
      maxDetected: 1,
      minConfidence: MIN_CONFIDENCE,
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

/** The library's tensor API, as far as used here. */
interface Tensors {
  env(): { set(flag: string, value: boolean): void };
  getBackend(): string;
  tensor(values: Float32Array, shape: readonly number[], type: 'float32'): Tensor;
  dispose(tensors: readonly Tensor[]): void;
}

interface Tensor {
  readonly size: number;
  data(): Promise<ArrayLike<number>>;
  dispose(): void;
}

/** The network that finds the mesh in the picture of one face. */
interface MeshNetwork {
  execute(picture: Tensor): Tensor[];
}

const has = <T>(value: unknown, ...methods: (keyof T & string)[]): value is T =>
  typeof value === 'object' &&
  value !== null &&
  methods.every((name) => typeof Reflect.get(value, name) === 'function');

function tensorsOf(human: Human): Tensors {
  const found: unknown = human.tf;
  if (!has<Tensors>(found, 'env', 'getBackend', 'tensor', 'dispose')) {
    throw new Error('The face tracker has no tensor library.');
  }
  return found;
}

function meshNetworkOf(human: Human): MeshNetwork {
  const found: unknown = human.models.models['facemesh'];
  if (!has<MeshNetwork>(found, 'execute')) {
    throw new Error('The model facemesh could not be loaded.');
  }
  return found;
}

/** Side of the mesh network's input picture, px. */
const MESH_SIZE = 192;

function withoutAlpha(rgba: RgbaPixels['data']): Float32Array {
  const rgb = new Float32Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}

/** The points of the mesh, px of the frame, from triples of x, y and depth, px of the picture of the `square`. */
function pointsOf(mesh: ArrayLike<number>, { left, top, side }: Square): Float32Array | undefined {
  const points = new Float32Array(LANDMARK_COUNT * 2);
  for (let index = 0; index < LANDMARK_COUNT; index += 1) {
    const x = left + ((mesh[3 * index] ?? NaN) * side) / MESH_SIZE;
    const y = top + ((mesh[3 * index + 1] ?? NaN) * side) / MESH_SIZE;
    if (!Number.isFinite(x) || !Number.isFinite(y)) return undefined;
    points[2 * index] = x;
    points[2 * index + 1] = y;
  }
  return points;
}

/**
 * MediaPipe BlazeFace and FaceMesh (468 points) on the wasm backend of `@vladmandic/human`. The detector only finds new
 * faces. From then on the mesh network, run here because the library truncates its points to whole pixels, follows the
 * face by its own points: a detector that runs again every few frames moves the points in a rhythm that would look like
 * a pulse even in a still picture.
 */
export class MediapipeTracker implements FaceTracker {
  readonly #human = new Human({
    ...SETTINGS,
    // `fetch` maps these plain names under our own origin to the files.
    modelBasePath: `${globalThis.location.origin}/`,
    wasmPath: `${globalThis.location.origin}/`,
  });
  readonly #tensors = tensorsOf(this.#human);
  readonly #pixels = new PixelReader();
  /** Position of the face in the previous frame. */
  #square: Square | undefined;

  async load(): Promise<void> {
    // Threads would need shared memory; if it exists, they use a blob worker that a strict policy blocks forever.
    this.#tensors.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
    await this.#human.load();
    if (this.#tensors.getBackend() !== 'wasm') {
      throw new Error('The face tracker cannot use wasm here.');
    }
    const models = this.#human.models.stats().modelStats;
    for (const name of ['blazeface', 'facemesh']) {
      if (!models.some((model) => model.name === name && model.loaded)) {
        throw new Error(`The model ${name} could not be loaded.`);
      }
    }
    await this.#detect(BLANK);
    await this.#follow(BLANK, { left: 0, top: 0, side: MESH_SIZE });
  }

  reset(): Promise<void> {
    this.#square = undefined;
    return Promise.resolve();
  }

  async track(frame: VideoFrame): Promise<FaceLandmarks | undefined> {
    const read = await this.#pixels.read(frame);
    const face = await this.#look(read);
    if (face === undefined) return undefined;
    const { points, confidence } = face;
    for (let at = 0; at < points.length; at += 2) {
      points[at] = (points[at] ?? NaN) / read.width;
      points[at + 1] = (points[at + 1] ?? NaN) / read.height;
    }
    return { points, confidence };
  }

  /** The points are in px of the frame. */
  async #look(frame: RgbaPixels): Promise<FaceLandmarks | undefined> {
    let face = this.#square === undefined ? undefined : await this.#follow(frame, this.#square);
    if (face === undefined) {
      const anew = await this.#detect(frame);
      face = anew === undefined ? undefined : await this.#follow(frame, anew);
    }
    this.#square = face === undefined ? undefined : squareAround(face.points);
    return face;
  }

  async #detect({ data, width, height }: RgbaPixels): Promise<Square | undefined> {
    // Passing a tensor avoids the library's conversion through four canvases.
    const input = this.#tensors.tensor(withoutAlpha(data), [1, height, width, 3], 'float32');
    try {
      const result = await this.#human.detect(input);
      if (result.error !== null) throw new Error(`The face tracker failed: ${result.error}.`);
      const mesh = result.face[0]?.mesh;
      return mesh === undefined || mesh.length < LANDMARK_COUNT
        ? undefined
        : squareAround(mesh.flatMap(([x, y]) => [x, y]));
    } finally {
      input.dispose();
    }
  }

  /** The mesh in a square of the frame, px, or undefined when there is no face in it. */
  async #follow(frame: RgbaPixels, square: Square): Promise<FaceLandmarks | undefined> {
    const shape = [1, MESH_SIZE, MESH_SIZE, 3];
    const values = readSquare(frame, square, MESH_SIZE);
    const picture = this.#tensors.tensor(values, shape, 'float32');
    const found = meshNetworkOf(this.#human).execute(picture);
    try {
      const confidence = (await found.find(({ size }) => size === 1)?.data())?.[0] ?? 0;
      if (!(confidence >= MIN_CONFIDENCE)) return undefined;
      const mesh = await found.find(({ size }) => size === 3 * LANDMARK_COUNT)?.data();
      const points = mesh === undefined ? undefined : pointsOf(mesh, square);
      return points === undefined ? undefined : { points, confidence: Math.min(1, confidence) };
    } finally {
      this.#tensors.dispose([picture, ...found]);
    }
  }
}
