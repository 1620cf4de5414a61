// SPDX-License-Identifier: Apache-2.0
import type { StudyMeasurement } from '@perfuse/contract/study/session-file';
import { expect, test } from 'vitest';
import { createStudyWriter } from './study-writer.ts';
import { HEAD } from './session.test-support.ts';

const measured = (startedMs: number): StudyMeasurement => ({
  ...{ planned: 0, condition: 'rest', repetition: 1, startedMs, end: 'answered', failure: null },
  ...{ camera: null, chunks: [], sensor: null, stated: { hr: 72, uncertainty: 1, snr: 8 } },
});

/** A store that refuses what is in `refused`: `head`, `erase`, or the index of a measurement. */
function writing() {
  const refused = new Set<string | number>();
  const stored = new Map<string | number, number>();
  const take = (key: string | number, value: number): Promise<void> => {
    if (refused.has(key)) return Promise.reject(new Error('QuotaExceededError'));
    stored.set(key, value);
    return Promise.resolve();
  };
  const unsaved: boolean[] = [];
  const writer = createStudyWriter(
    {
      putSession: (head) => take('head', head.startedMs),
      putMeasurement: (_, at, { startedMs }) => take(at, startedMs),
      erase: () => take('erase', 0).then(() => stored.clear()),
    },
    (isUnsaved) => unsaved.push(isUnsaved),
  );
  const isUnsaved = (): boolean | undefined => unsaved.at(-1);
  return { writer, refused, stored, isUnsaved };
}

test('a failed write counts as unsaved until its latest version is stored', async () => {
  const { writer, refused, stored, isUnsaved } = writing();
  await writer.putSession(HEAD);
  await writer.putMeasurement(HEAD.id, 0, measured(1));
  expect(isUnsaved()).toBe(false);
  refused.add(0);
  await writer.putMeasurement(HEAD.id, 0, measured(2));
  await writer.putMeasurement(HEAD.id, 0, measured(3));
  await writer.putMeasurement(HEAD.id, 1, measured(4));
  expect([stored.get(0), stored.get(1), isUnsaved()]).toEqual([1, 4, true]);
  refused.clear();
  await writer.putMeasurement(HEAD.id, 1, measured(5));
  expect([stored.get(0), stored.get(1), isUnsaved()]).toEqual([3, 5, false]);
});

test('no measurement is stored before its session', async () => {
  const { writer, refused, stored, isUnsaved } = writing();
  refused.add('head');
  await writer.putSession(HEAD);
  await writer.putMeasurement(HEAD.id, 0, measured(1));
  expect([stored.size, isUnsaved()]).toEqual([0, true]);
  refused.clear();
  await writer.putMeasurement(HEAD.id, 1, measured(2));
  expect([[...stored.keys()], isUnsaved()]).toEqual([['head', 0, 1], false]);
});

test('a deletion returns whether it succeeded, and discards pending writes', async () => {
  const { writer, refused, stored, isUnsaved } = writing();
  await writer.putSession(HEAD);
  refused.add(0).add('erase');
  await writer.putMeasurement(HEAD.id, 0, measured(1));
  await expect(writer.erase(HEAD.id)).resolves.toBe(false);
  expect(isUnsaved()).toBe(true);
  refused.clear();
  await expect(writer.erase(HEAD.id)).resolves.toBe(true);
  expect([stored.size, isUnsaved()]).toEqual([0, false]);
});
