// SPDX-License-Identifier: Apache-2.0
import type { ColourTrace, Recording } from '../frames/recording.ts';
import { pchip } from '../signal/pchip.ts';
import { mean, standardised } from '../signal/statistics.ts';
import type { ModelChannel, ModelDescription } from './description.ts';
import type { LearnedTrace, ModelRunner, ModelTensor } from './model.ts';

/** A learned estimator: a network with its description. */
export interface PulseModel {
  readonly description: ModelDescription;
  readonly runner: ModelRunner;
}

/** The network and its description do not fit each other. */
export class PulseModelError extends Error {
  override readonly name = 'PulseModelError';
}

/**
 * Runs the network over windows of silence, so that a mismatch shows before anybody measures.
 * @throws PulseModelError that says what does not fit.
 */
export async function checkPulseModel(model: PulseModel): Promise<void> {
  const { description, runner } = model;
  const { input, output, state } = description;
  for (const wanted of [input.name, ...state.map((one) => one.input)]) {
    if (!runner.inputNames.includes(wanted)) throw unknownName('input', wanted, runner.inputNames);
  }
  for (const wanted of [output.name, ...state.map((one) => one.output)]) {
    if (!runner.outputNames.includes(wanted)) {
      throw unknownName('output', wanted, runner.outputNames);
    }
  }
  const silence = new Float64Array(description.window).fill(100);
  await runOver(
    model,
    input.channels.map(() => silence),
  );
}

function unknownName(what: string, wanted: string, known: readonly string[]): PulseModelError {
  return new PulseModelError(
    `The network has no ${what} "${wanted}"; its ${what}s are ${known.join(', ')}.`,
  );
}

/**
 * Reads a pulse from a recording: at the model's own rate, window after window, each with the state the one before
 * left. Null when the recording lacks what the model looks at.
 */
export async function readPulse(
  model: PulseModel,
  recording: Recording,
): Promise<LearnedTrace | null> {
  const { id, rateHz, input, output } = model.description;
  const channels = input.channels.map((channel) => channelOf(recording, channel));
  const present = channels.filter((channel): channel is Float64Array => channel !== null);
  if (present.length < channels.length) return null;
  const length = Math.floor(((recording.length - 1) * rateHz) / recording.rate + 1e-6) + 1;
  const resampled = present.map((channel) => regrid(channel, recording.rate, rateHz, length));
  const raw = await runOver(model, resampled);
  const pulse = output.differential ? addedUp(raw) : raw;
  const wave = regrid(pulse, rateHz, recording.rate, recording.length);
  return { id, wave: wave.map((value) => output.polarity * value) };
}

function channelOf({ skin, background }: Recording, channel: ModelChannel): Float64Array | null {
  const of = (colour: ColourTrace | null, name: keyof ColourTrace): Float64Array | null =>
    colour === null ? null : colour[name];
  switch (channel) {
    case 'skin.red':
      return of(skin, 'red');
    case 'skin.green':
      return of(skin, 'green');
    case 'skin.blue':
      return of(skin, 'blue');
    case 'background.red':
      return of(background, 'red');
    case 'background.green':
      return of(background, 'green');
    case 'background.blue':
      return of(background, 'blue');
  }
}

function regrid(values: Float64Array, from: number, to: number, length: number): Float64Array {
  if (from === to && values.length === length) return values;
  const at = values.map((_, i) => i / from);
  return pchip(at, values, 0, 1 / to, length);
}

/** Output for every sample; the last window is filled up with its last sample. */
async function runOver(
  model: PulseModel,
  channels: readonly Float64Array[],
): Promise<Float64Array> {
  const { window, output, state, input } = model.description;
  const length = channels[0]?.length ?? 0;
  const out = new Float64Array(length);
  let memory: Record<string, ModelTensor> = Object.fromEntries(
    state.map(({ input: into, shape }) => [
      into,
      { dims: shape, data: new Float32Array(shape.reduce((product, one) => product * one, 1)) },
    ]),
  );
  for (let start = 0; start < length; start += window) {
    const parts = channels.map((channel) => normalised(cut(channel, start, window), model));
    const results = await model.runner.run({
      ...memory,
      [input.name]: layOut(parts, window, input.layout),
    });
    const pulse = taken(results, output.name);
    if (pulse.data.length !== window) {
      throw new PulseModelError(
        `The output "${output.name}" holds ${String(pulse.data.length)} values for a window of ${String(window)}.`,
      );
    }
    for (let i = 0; i < window && start + i < length; i++) {
      const value = pulse.data[i] ?? 0;
      out[start + i] = Number.isFinite(value) ? value : 0;
    }
    memory = Object.fromEntries(state.map((one) => [one.input, taken(results, one.output)]));
  }
  return out;
}

function taken(results: Readonly<Record<string, ModelTensor>>, name: string): ModelTensor {
  const tensor = results[name];
  if (tensor === undefined) throw new PulseModelError(`The network gave no output "${name}".`);
  return tensor;
}

function cut(channel: Float64Array, start: number, window: number): Float64Array {
  const last = channel.length - 1;
  return new Float64Array(window).map((_, i) => channel[Math.min(last, start + i)] ?? 0);
}

function normalised(values: Float64Array, { description }: PulseModel): Float64Array {
  switch (description.input.normalisation) {
    case 'none':
      return values;
    case 'standard':
      return standardised(values);
    case 'relative': {
      const level = mean(values) || 1;
      return values.map((value) => value / level - 1);
    }
    case 'difference':
      return values.map((value, i) => {
        const next = values[i + 1] ?? value;
        return next + value > 0 ? (next - value) / (next + value) : 0;
      });
  }
}

function layOut(
  parts: readonly Float64Array[],
  window: number,
  layout: ModelDescription['input']['layout'],
): ModelTensor {
  const timeFirst = layout.endsWith('TC');
  const data = new Float32Array(window * parts.length);
  parts.forEach((part, c) => {
    part.forEach((value, t) => {
      data[timeFirst ? t * parts.length + c : c * window + t] = value;
    });
  });
  const shape = timeFirst ? [window, parts.length] : [parts.length, window];
  return { dims: layout.startsWith('1') ? [1, ...shape] : shape, data };
}

function addedUp(values: Float64Array): Float64Array {
  let sum = 0;
  return values.map((value) => (sum += value));
}
