// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import { recordingOf } from '../frames/recording.ts';
import { highestBin, powerSpectra, refinedPeakHz } from '../signal/spectrum.ts';
import type { PulseMethod } from './method.ts';

const BAND = { lowHz: 0.65, highHz: 4 };
const SIZE = 8192;

/**
 * Heart rate by one method as published, per minute: no rectification, no pooling, no penalty, no gate; the highest
 * peak of its spectrum from 0.65 to 4 Hz. The reference that the engine is compared with. Null when the recording
 * cannot be read at all.
 */
export function plainHeartRate(
  frames: FrameSeries,
  method: Pick<PulseMethod, 'extract'>,
): number | null {
  const outcome = recordingOf(frames);
  if (!outcome.ok) return null;
  const { skin, rate } = outcome.recording;
  const wave = method.extract(skin, rate, BAND);
  const [spectrum] = powerSpectra([wave], rate, 0, wave.length, BAND.highHz, SIZE);
  if (spectrum === undefined) return null;
  return 60 * refinedPeakHz(spectrum, highestBin(spectrum, BAND.lowHz, BAND.highHz));
}
