// SPDX-License-Identifier: Apache-2.0
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { encodeDemographics, type Demographics } from '@perfuse/contract/person/demographics';
import { decodeChannel, RESULT_MULTIPLIER } from '@perfuse/contract/results/message';
import type { ChannelValue } from '@perfuse/contract/results/channels';
import { phantomChunks } from '@perfuse/phantom';
import { expect, test } from 'vitest';
import run from './worker.ts';

const PERSON: Demographics = {
  sex: 'female',
  ageYears: 55,
  heightCm: 165,
  weightKg: 68,
  smoker: false,
  diabetes: 'none',
  hypertension: false,
  bloodPressureMedication: false,
};
const payloads = phantomChunks({ bpm: 70, snr: 12, person: encodeDemographics(PERSON) }).map(
  encodeChunk,
);
const RISKS = ['BP_CVD', 'BP_HEART_ATTACK', 'BP_STROKE'] as const;

async function risks(whoRegion?: string): Promise<ChannelValue[]> {
  const { channels } = await run({
    payloads,
    live: false,
    whoRegion,
  });
  return RISKS.map((code) => {
    const data = channels[code];
    if (data === undefined) throw new Error(`${code} is not in the answer.`);
    return decodeChannel(data, RESULT_MULTIPLIER);
  });
}

test('with the region of the job the cardiovascular risks are estimated', async () => {
  const western = await risks('CHE');
  const southern = await risks('Southern Sub-Saharan Africa');
  for (const risk of western) expect(risk).toMatchObject({ kind: 'estimated' });
  expect(western[0]?.value).not.toBe(southern[0]?.value);
});

test('without a region they are missing and say so', async () => {
  for (const risk of await risks())
    expect(risk).toMatchObject({ value: null, reason: 'no-region' });
});
