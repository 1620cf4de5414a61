// SPDX-License-Identifier: Apache-2.0
/** The analysis on a device gives the same results as the service, for every chunk, byte for byte. */
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { encodeDemographics } from '@perfuse/contract/person/demographics';
import { phantomChunks } from '@perfuse/phantom';
import analyse from '@perfuse/server/internal/modules/analysis/worker';
import { PayloadAnalysis } from '@perfuse/vitals';
import { expect, test } from 'vitest';

const PERSON = encodeDemographics({
  sex: 'male',
  ageYears: 61,
  heightCm: 178,
  weightKg: 84,
  smoker: true,
  diabetes: 'type2',
  hypertension: true,
  bloodPressureMedication: true,
});

type Subject = NonNullable<Parameters<typeof phantomChunks>[0]>;
const SUBJECTS: readonly [what: string, subject: Subject][] = [
  ['a clear pulse', { bpm: 72, snr: 14 }],
  ['a fast heart', { bpm: 128, snr: 10, seed: 2 }],
  ['a slow heart', { bpm: 46, snr: 10, seed: 3 }],
  ['a weak signal, at the limit of what is given', { bpm: 66, snr: 0, seed: 4 }],
  ['noise', { bpm: 66, snr: -20, seed: 5 }],
  ['somebody whose risks are estimated', { bpm: 70, snr: 12, seed: 6, person: PERSON }],
];

test.each(SUBJECTS)('%s', (measurementId, subject) => {
  const payloads = phantomChunks(subject).map(encodeChunk);
  const digests = payloads.map((_, at) => String(at));
  const device = new PayloadAnalysis({ whoRegion: 'CHE' });
  for (const [at, payload] of payloads.entries()) {
    const live = at < payloads.length - 1;
    device.add(payload);
    const { channels } = analyse({
      measurementId,
      digests: digests.slice(0, at + 1),
      // Like the service: only the payloads that its worker does not have yet.
      payloads: [payload],
      result: live ? 'live' : 'final',
      whoRegion: 'CHE',
      keptBytes: 50_000_000,
    });
    expect(JSON.stringify(device.answer(live)), `chunk ${String(at)}`).toBe(
      JSON.stringify(channels),
    );
  }
});
