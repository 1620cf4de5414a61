// SPDX-License-Identifier: Apache-2.0
import type { RecordingResult, Usefulness } from './report.ts';

/** A rate within this of the truth shows that the pulse can be read, per minute. */
const READABLE = 3;

/** Whether the engine, or the highest peak of one of the plain methods, gives the true rate. */
function isReadable({ hr, plain }: RecordingResult): boolean {
  const { truth } = hr;
  if (truth === null) return false;
  const rates = [hr.value, ...[plain.skin, plain.box].flatMap((of) => Object.values(of ?? {}))];
  return rates.some((rate) => rate !== null && Math.abs(rate - truth) <= READABLE);
}

/** Number of people with a pulse who are shown each value. */
export function usefulnessOf(recordings: readonly RecordingResult[]): Usefulness[] {
  const faces = recordings.filter(({ set }) => set === 'video' || set === 'trace');
  const seen = (people: Usefulness['people'], some: readonly RecordingResult[]): Usefulness => {
    const count = (of: (one: RecordingResult) => number | null): number =>
      some.filter((one) => of(one) !== null).length;
    return {
      ...{ people, n: some.length },
      hr: count(({ hr }) => hr.value),
      rr: count(({ rr }) => rr.value),
      sdnn: count(({ sdnn }) => sdnn.value),
      stress: count(({ stress }) => stress),
    };
  };
  return faces.length === 0 ? [] : [seen('readable', faces.filter(isReadable)), seen('all', faces)];
}
