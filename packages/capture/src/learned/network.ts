// SPDX-License-Identifier: Apache-2.0
import { CROP_SIDE } from './crop.ts';
import type { Runtime, RuntimeSession, RuntimeTensor } from './runtime.ts';

/** The network has an unsupported form. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** A recurrent network that reads a face frame by frame. */
export interface Network {
  /**
   * Reads the next frame.
   * @param picture from `cropFace`. @param sinceS time since the previously read frame, s; 0 for the first.
   * @returns one value of the pulse wave; NaN when the network gave none.
   */
  read(picture: Float32Array, sinceS: number): Promise<number>;
  /** Resets its state. */
  reset(): void;
}

interface Form {
  readonly picture: string;
  readonly pictureDims: readonly number[];
  readonly states: readonly { readonly input: string; readonly dims: readonly number[] }[];
  /** Seconds since the previous frame; null when the network has no such input. */
  readonly time: { readonly input: string; readonly dims: readonly number[] } | null;
}

const sizeOf = (dims: readonly number[]): number => dims.reduce((size, one) => size * one, 1);

/** Maximum numbers in all states together: 16 MB. */
const MAX_STATE_VALUES = 4 * 1024 * 1024;

/**
 * Identifies the inputs by their shapes: first the picture, [..., 36, 36, 3]; then the states, which the outputs after
 * the first return in the same order; last, optionally, one number, the time.
 * @throws NetworkError
 */
function formOf({ inputNames, inputMetadata, outputNames }: RuntimeSession): Form {
  const inputs = inputNames.map((input, i) => {
    const { type, shape = [] } = inputMetadata[i] ?? {};
    const dims = shape.filter((size): size is number => typeof size === 'number' && size > 0);
    if (type !== 'float32' || dims.length < shape.length) {
      throw new NetworkError(`The input "${input}" is not a float tensor of one size.`);
    }
    return { input, dims };
  });
  const [picture, ...rest] = inputs;
  const wanted = [CROP_SIDE, CROP_SIDE, 3];
  const ends = picture?.dims.slice(-3).join() === wanted.join();
  if (picture === undefined || !ends || sizeOf(picture.dims) !== sizeOf(wanted)) {
    throw new NetworkError(`The first input is not a picture of ${wanted.join(' x ')}.`);
  }
  const last = rest.at(-1);
  const asksTime =
    last !== undefined && sizeOf(last.dims) === 1 && rest.length >= outputNames.length;
  const states = asksTime ? rest.slice(0, -1) : rest;
  if (states.length !== outputNames.length - 1) {
    throw new NetworkError(
      `The network has ${String(states.length)} states and gives back ${String(outputNames.length - 1)}.`,
    );
  }
  if (states.reduce((sum, { dims }) => sum + sizeOf(dims), 0) > MAX_STATE_VALUES) {
    throw new NetworkError('The states of the network are too large.');
  }
  return {
    picture: picture.input,
    pictureDims: picture.dims,
    states,
    time: asksTime ? last : null,
  };
}

/** The single finite number of a tensor, else NaN. */
function firstOf(tensor: RuntimeTensor | undefined): number {
  const data = tensor?.data;
  const value = data instanceof Float32Array && data.length === 1 ? data[0] : undefined;
  return value !== undefined && Number.isFinite(value) ? value : NaN;
}

/**
 * Opens a network. Single-threaded: the other threads are for the camera.
 * @throws NetworkError when its form is not supported, and the runtime's error for a file that is not a network.
 */
export async function openNetwork(runtime: Runtime, model: Uint8Array): Promise<Network> {
  const session = await runtime.InferenceSession.create(model, { executionProviders: ['wasm'] });
  const form = formOf(session);
  const [pulse = ''] = session.outputNames;
  const zeros = ({ dims }: { readonly dims: readonly number[] }): RuntimeTensor =>
    new runtime.Tensor('float32', new Float32Array(sizeOf(dims)), dims);
  let states = form.states.map(zeros);
  return {
    read: async (picture, sinceS) => {
      const feeds: Record<string, RuntimeTensor> = {
        [form.picture]: new runtime.Tensor('float32', picture, form.pictureDims),
      };
      form.states.forEach(({ input }, i) => {
        const state = states[i];
        if (state !== undefined) feeds[input] = state;
      });
      if (form.time !== null) {
        const { input, dims } = form.time;
        feeds[input] = new runtime.Tensor('float32', Float32Array.of(sinceS), dims);
      }
      const results = await session.run(feeds);
      states = session.outputNames.slice(1).flatMap((name) => results[name] ?? []);
      return firstOf(results[pulse]);
    },
    reset: () => {
      states = form.states.map(zeros);
    },
  };
}
