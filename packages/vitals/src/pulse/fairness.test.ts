// SPDX-License-Identifier: Apache-2.0
import { phantomTraces, render } from '@perfuse/phantom';
import { describe, expect, it } from 'vitest';
import { recordingOf, type Recording } from '../frames/recording.ts';
import { doubtsOf, patchyDoubt, type Doubts } from './doubt.ts';
import { bloodShare, signatureAt } from './signature.ts';
import { readPulse } from './read.ts';

/** Shares of melanosomes in the epidermis from the lightest skin to the darkest, as in the fairness study. */
const SKINS = [0.013, 0.038, 0.08, 0.135, 0.25, 0.43];

interface Scene {
  readonly colourTemperatureK: number;
  readonly bpm: number;
  readonly lux?: number;
  readonly nod?: number;
}

function filmed(
  melanosomes: number,
  { colourTemperatureK, bpm, lux = 300, nod = 0 }: Scene,
): Recording {
  const skin = { melanosomes };
  const rendering = render({ skin, lux, colourTemperatureK, frameRate: 30 });
  const { frames } = phantomTraces({ seed: 7, bpm, breaths: 14, sdnn: 20, rendering, nod });
  const outcome = recordingOf(frames);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.recording;
}

function doubtsAbout(recording: Recording): Record<keyof Doubts | 'patchy', number> {
  const { estimate, pulse } = readPulse(recording);
  return {
    ...doubtsOf(estimate, recording, pulse.wave),
    patchy: patchyDoubt(estimate, recording),
  };
}

describe.each([6500, 4000, 2700])('in light of %i K', (colourTemperatureK) => {
  it.each([57, 72, 104])('a heart of %i a minute is read on every skin at the same cost', (bpm) => {
    const recordings = SKINS.map((skin) => filmed(skin, { colourTemperatureK, bpm }));
    const doubts = recordings.map(doubtsAbout);
    // Every doubt costs all skins the same within 1 dB: it must not depend on melanin.
    for (const name of ['unstable', 'rival', 'motion', 'colour', 'alone', 'patchy'] as const) {
      const costs = doubts.map((one) => one[name]);
      expect(Math.max(...costs) - Math.min(...costs), name).toBeLessThan(1);
    }
    for (const recording of recordings) {
      expect(readPulse(recording).verdict.reason).toBeNull();
      // GREEN is trusted on every skin.
      const { estimate } = readPulse(recording);
      expect(bloodShare(signatureAt(estimate.skin, recording.rate, estimate.f0))).toBe(1);
    }
  });

  it.each([
    ['a head that nods', { nod: 0.008 }],
    ['dim light', { lux: 10 }],
  ])('%s adds no colour doubt on any skin', (_, change) => {
    for (const bpm of [57, 72, 104]) {
      for (const skin of SKINS) {
        const { colour } = doubtsAbout(filmed(skin, { colourTemperatureK, bpm, ...change }));
        expect(colour, `${String(skin)} at ${String(bpm)}`).toBeLessThan(1);
      }
    }
  });
});
