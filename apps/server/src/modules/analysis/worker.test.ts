// SPDX-License-Identifier: Apache-2.0
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { encodeDemographics, type Demographics } from '@perfuse/contract/person/demographics';
import { decodeChannel, RESULT_MULTIPLIER } from '@perfuse/contract/results/message';
import type { ChannelValue } from '@perfuse/contract/results/channels';
import { phantomChunks } from '@perfuse/phantom';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../platform/crypto/digest.ts';
import type { EngineAnswer } from './engine/answer.ts';
import run from './worker.ts';

type Channels = NonNullable<EngineAnswer['channels']>;

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

const KEPT_BYTES = 10_000_000;
const digestsOf = (payloads: readonly Uint8Array[]): string[] => payloads.map(sha256);

/** The final result of a measurement, from all chunks at once. */
function whole(payloads: readonly Uint8Array[], whoRegion?: string): Channels {
  const { channels } = run({
    measurementId: 'whole',
    digests: digestsOf(payloads),
    payloads,
    result: 'final' as const,
    whoRegion,
    keptBytes: KEPT_BYTES,
  });
  return channels ?? expect.fail('It was not the whole measurement.');
}

function risks(whoRegion?: string, country?: string): ChannelValue[] {
  const channels = whole(payloadsOf({ ...PERSON, country }), whoRegion);
  return RISKS.map((code) => {
    const data = channels[code];
    if (data === undefined) throw new Error(`${code} is not in the answer.`);
    return decodeChannel(data, RESULT_MULTIPLIER);
  });
}

test('cardiovascular risks are estimated with the region of the job', () => {
  const western = risks('CHE');
  const southern = risks('Southern Sub-Saharan Africa');
  for (const risk of western) expect(risk).toMatchObject({ kind: 'estimated' });
  expect(western[0]?.value).not.toBe(southern[0]?.value);
});

test("the country of the profile selects the risk charts, or else the operator's setting", () => {
  const indian = risks('CHE', 'IN');
  for (const risk of indian) expect(risk).toMatchObject({ region: 'South Asia', country: 'IN' });
  expect(indian[0]?.value).toBe(risks('South Asia')[0]?.value);
  for (const risk of risks('CHE')) {
    expect(risk).toMatchObject({ region: 'Western Europe', country: undefined });
  }
});

test("an unanswered question is not a 'no': its risks are missing and name it", () => {
  const told = { ...PERSON, smoker: undefined };
  const channels = whole(payloadsOf(told), 'CHE');
  expect(channels['BP_CVD']).toMatchObject({
    Data: [-10_000],
    Notes: ['kind=missing', 'reason=answers-missing', 'lacks=smoker'],
  });
  expect(channels['BMI_CALC']?.Data[0]).toBeGreaterThan(0);
});

test('without a region cardiovascular risks are missing, with the reason', () => {
  for (const risk of risks()) expect(risk).toMatchObject({ value: null, reason: 'no-region' });
});

describe('a measurement that is fed chunk by chunk', () => {
  const payloads = payloadsOf(PERSON);
  const digests = digestsOf(payloads);
  const task = (measurementId: string, upTo: number, count: number) => ({
    measurementId,
    digests: digests.slice(0, upTo),
    // A payload is transferred.
    payloads: payloads.slice(upTo - count, upTo).map((payload) => payload.slice()),
    result: upTo < payloads.length ? ('live' as const) : ('final' as const),
    keptBytes: KEPT_BYTES,
  });
  /** Each result from the beginning, with the heart rate of the one before. */
  function fromTheBeginning(): Channels[] {
    const all: Channels[] = [];
    for (const at of payloads.keys()) {
      const shown = all.at(-1)?.['HR_BPM'];
      const previousHeartRate =
        shown === undefined ? null : decodeChannel(shown, RESULT_MULTIPLIER).value;
      const { channels } = run({
        ...task('from the beginning', at + 1, at + 1),
        ...(previousHeartRate === null ? {} : { previousHeartRate }),
      });
      all.push(channels ?? expect.fail());
    }
    return all;
  }

  test('has the same results as one analysed from the beginning', () => {
    const results: unknown[] = [];
    for (const at of payloads.keys()) {
      results.push(run(task('one by one', at + 1, 1)).channels);
    }
    expect(JSON.stringify(results)).toBe(JSON.stringify(fromTheBeginning()));
  });

  test('has the same last result if none was requested before', () => {
    const results = payloads.map((_, at) => {
      const next = task('last only', at + 1, 1);
      return run(next.result === 'final' ? next : { ...next, result: 'none' }).channels;
    });
    expect(results.slice(0, -1)).toEqual(payloads.slice(0, -1).map(() => null));
    expect(results.at(-1)).toEqual(whole(payloads));
  });

  test('is requested as a whole if it is unknown, was analysed elsewhere meanwhile, or restarts', () => {
    const [first, second, third] = [1, 2, 3].map((upTo) => task('moved', upTo, 1));
    if (first === undefined || second === undefined || third === undefined) expect.fail();
    expect(run(second)).toEqual({ channels: null });
    expect(run(first).channels).not.toBeNull();
    expect(run(third)).toEqual({ channels: null });
    expect(run(task('moved', 3, 3)).channels).not.toBeNull();
    expect(run(task('moved', 4, 1)).channels).not.toBeNull();
    const anew = { ...task('moved', 1, 1), digests: ['another'] };
    expect(run(anew).channels).not.toBeNull();
    expect(run(task('moved', 2, 1))).toEqual({ channels: null });
  });

  test('is dropped after its last result', () => {
    const count = payloads.length;
    run(task('ended', count - 1, count - 1));
    expect(run(task('ended', count, 1)).channels).not.toBeNull();
    expect(run(task('ended', count, 1))).toEqual({ channels: null });
  });
});
