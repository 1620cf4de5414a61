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
const payloadsOf = (person: Demographics): Uint8Array[] =>
  phantomChunks({ bpm: 70, snr: 12, person: encodeDemographics(person) }).map(encodeChunk);
const RISKS = ['BP_CVD', 'BP_HEART_ATTACK', 'BP_STROKE'] as const;

async function risks(whoRegion?: string, country?: string): Promise<ChannelValue[]> {
  const { channels } = await run({
    payloads: payloadsOf({ ...PERSON, country }),
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

test("the country of the profile chooses the charts, the operator's setting where it has none", async () => {
  const indian = await risks('CHE', 'IN');
  for (const risk of indian) expect(risk).toMatchObject({ region: 'South Asia', country: 'IN' });
  expect(indian[0]?.value).toBe((await risks('South Asia'))[0]?.value);
  for (const risk of await risks('CHE')) {
    expect(risk).toMatchObject({ region: 'Western Europe', country: undefined });
  }
});

test("an answer that was not sent is no 'no': its risks are missing and name it", async () => {
  const told = { ...PERSON, smoker: undefined };
  const { channels } = await run({ payloads: payloadsOf(told), live: false, whoRegion: 'CHE' });
  expect(channels['BP_CVD']).toMatchObject({
    Data: [-10_000],
    Notes: ['kind=missing', 'reason=answers-missing', 'lacks=smoker'],
  });
  expect(channels['BMI_CALC']?.Data[0]).toBeGreaterThan(0);
});

test('without a region they are missing and say so', async () => {
  for (const risk of await risks())
    expect(risk).toMatchObject({ value: null, reason: 'no-region' });
});
