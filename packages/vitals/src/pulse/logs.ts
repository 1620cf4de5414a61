// SPDX-License-Identifier: Apache-2.0
import { kernels } from '../kernels/kernels.ts';
import { zeros } from '../signal/scratch.ts';
import type { ColourTrace } from '../frames/recording.ts';

/** Natural logarithms of a colour trace: factors of the light become summands. */
export interface LogTrace extends ColourTrace {
  readonly scale: 'log';
}

/** @param colour levels above 0. */
export function logsOf({ red, green, blue }: ColourTrace): LogTrace {
  return { scale: 'log', red: logs(red), green: logs(green), blue: logs(blue) };
}

/** Applies the same function to the log of each channel. */
export function eachChannel(
  { scale, red, green, blue }: LogTrace,
  change: (logs: readonly Float64Array[]) => readonly Float64Array[],
): LogTrace {
  const changed = change([red, green, blue]);
  return { scale, red: changed[0] ?? red, green: changed[1] ?? green, blue: changed[2] ?? blue };
}

/** G + B - 2R, in which light that is the same for all channels cancels. */
export function chrominanceOf({ red, green, blue }: LogTrace): Float64Array {
  const out = zeros(green.length);
  for (let i = 0; i < out.length; i++) {
    out[i] = (green[i] ?? 0) + (blue[i] ?? 0) - 2 * (red[i] ?? 0);
  }
  return out;
}

/** Converts logs back to colours. */
export function coloursOf({ red, green, blue }: LogTrace): ColourTrace {
  return { red: levels(red), green: levels(green), blue: levels(blue) };
}

function logs(channel: Float64Array): Float64Array {
  const out = zeros(channel.length);
  const compiled = kernels();
  if (compiled?.has([channel, out]) === true) {
    compiled.logs(channel, out);
  } else {
    for (let i = 0; i < out.length; i++) out[i] = Math.log(channel[i] ?? 0);
  }
  return out;
}

function levels(channel: Float64Array): Float64Array {
  const out = zeros(channel.length);
  for (let i = 0; i < out.length; i++) out[i] = Math.exp(channel[i] ?? 0);
  return out;
}
