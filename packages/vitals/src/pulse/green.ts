// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import { bandPass } from '../signal/butterworth.ts';
import { runningMean } from '../signal/detrend.ts';
import type { PulseMethod } from './method.ts';

/** The inverted green channel over its running mean (Verkruysse, Svaasand & Nelson 2008, doi:10.1364/OE.16.021434). */
export const GREEN: PulseMethod = {
  id: 'green',
  extract({ green }, rate, { lowHz, highHz }) {
    const level = runningMean(green, Math.round(rate));
    const relative = zeros(green.length);
    for (let i = 0; i < green.length; i++) relative[i] = 1 - (green[i] ?? 0) / (level[i] ?? 1);
    return bandPass(relative, rate, lowHz, highHz);
  },
};
