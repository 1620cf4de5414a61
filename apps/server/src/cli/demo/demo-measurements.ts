// SPDX-License-Identifier: Apache-2.0
/** The engine's results for recordings of a synthetic face with given pulse and breathing. */
import { randomUUID } from 'node:crypto';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { encodeDemographics } from '@perfuse/contract/person/demographics';
import { phantomChunks } from '@perfuse/phantom';
import { PayloadAnalysis } from '@perfuse/vitals';
import type { FinishedMeasurement } from '../../modules/measurements/index.ts';
import { sha256 } from '../../platform/crypto/digest.ts';
import { DEMO_COURSE, type MadeUpPerson } from './made-up-people.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365.25 * DAY_MS;
/** Hours of the day, UTC, at which the measurements end, in rotation. */
const HOURS = [8.2, 17.6, 7.4, 12.9, 19.1] as const;

/** When the measurements end, ms since 1970, oldest first; the last one was yesterday. */
export function demoTimes(now: number): readonly number[] {
  const { measurements, days } = DEMO_COURSE;
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return Array.from({ length: measurements }, (_, at) => {
    const back = 1 + Math.round(((days - 1) * (measurements - 1 - at)) / (measurements - 1));
    const hour = HOURS[at % HOURS.length] ?? 12;
    return today - back * DAY_MS + Math.round(hour * 3_600_000);
  });
}

/**
 * Linear trend from the first to the last heart rate, plus variation from day to day of at most ±2.5 beats per minute.
 */
function heartRateOf({ heartRate: [first, last] }: MadeUpPerson, at: number): number {
  const share = at / (DEMO_COURSE.measurements - 1);
  return first + share * (last - first) + 2.5 * Math.sin(2.3 * at + first);
}

/** Analyses one recording. @param end when it ended, ms since 1970. */
export function analyseDemo(
  person: MadeUpPerson,
  at: number,
  end: number,
  whoRegion: string | undefined,
): Pick<FinishedMeasurement, 'result' | 'dataBytes' | 'receivedMs'> {
  const ageYears = Math.floor((end - Date.parse(person.dateOfBirth)) / YEAR_MS);
  const payloads = phantomChunks({
    bpm: heartRateOf(person, at),
    breaths: person.breaths + Math.cos(1.7 * at),
    breathSpread: 0.05,
    sdnn: person.sdnn,
    seed: 1 + at + 100 * person.email.length,
    person: encodeDemographics({ ...person.demographics, ageYears }),
  }).map(encodeChunk);
  const analysis = new PayloadAnalysis({ whoRegion });
  for (const payload of payloads) analysis.add(payload);
  const last = payloads.at(-1) ?? new Uint8Array();
  return {
    result: {
      id: randomUUID(),
      position: payloads.length - 1,
      digest: sha256(last),
      channels: analysis.answer(false),
      error: { Code: 'OK' },
    },
    dataBytes: payloads.reduce((sum, { byteLength }) => sum + byteLength, 0),
    receivedMs: MEASUREMENT.durationS * 1000,
  };
}
