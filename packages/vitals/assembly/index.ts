// SPDX-License-Identifier: Apache-2.0
// The engine's innermost loops in AssemblyScript, two numbers at a time. Their twins in TypeScript are fft.ts,
// butterworth.ts, pchip.ts and spectrum.ts of src/signal, beats/spread.ts and V8's Math.log: both compute the same
// numbers in the same order, so that the results are the same to the last bit. Change them together.
//
// All addresses are the caller's; nothing is allocated.

export { explain } from './explain';
export { firstFours, fours, twos } from './fft';
export { zeroPhase } from './filter';
export { logs } from './log';
export { resample } from './resample';
export { separate, windowed } from './spectrum';
