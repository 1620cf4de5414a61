// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises';
import { until } from '@perfuse/testing/waiting';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/server.ts';
import { JobError } from '../jobs/job-error.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { JobRepository } from '../jobs/job-repository.ts';
import { openStorage } from '../storage/embedded-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { Outbox } from './outbox.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BEGAN = 1_800_000_000_000;

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await temporaryFolder();
  storage = await openStorage(folder);
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Runs while the mail server is unavailable. @returns when each try began, and when the message failed, relative to its
 * posting.
 */
async function triesOf(lifetimeMs: number) {
  let time = BEGAN;
  const tries: number[] = [];
  const store = new JobRepository(storage.database, () => time);
  const log = pino({ level: 'silent' });
  const jobs = new JobQueue({ store, metrics: createMetrics(), log, now: () => time });
  const send = () => {
    tries.push(time - BEGAN);
    return Promise.reject(new JobError('ECONNREFUSED'));
  };
  const outbox = new Outbox(jobs, { mail: { send } });
  await jobs.start();
  await outbox.post({
    ...{ userId: null, channel: 'mail', expiresAt: BEGAN + lifetimeMs },
    ...{ recipient: 'jo@example.org', subject: 'One', body: 'Two' },
  });
  const settled = (count: number) =>
    until(async () => {
      const [job] = await store.list({ kinds: ['mail'], limit: 1 });
      return job?.tries === count ? job : undefined;
    }, 'a try');
  let job = await settled(1);
  while (job.state === 'pending') {
    time = job.due_at;
    jobs.trigger('mail');
    job = await settled(job.tries + 1);
  }
  await jobs.stop();
  return { tries, state: job.state, endedAt: time - BEGAN };
}

it('an invitation is retried for a day while the mail server is unavailable, at most half an hour apart', async () => {
  const { tries, state, endedAt } = await triesOf(3 * DAY);
  expect(state).toBe('failed');
  expect(endedAt).toBeGreaterThan(DAY - 30 * MINUTE);
  expect(endedAt).toBeLessThanOrEqual(DAY);
  const waits = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
  expect(Math.max(...waits)).toBe(30 * MINUTE);
});

it('a message that expires within minutes fails when no retry is left before it expires', async () => {
  const { tries, state } = await triesOf(10 * MINUTE);
  expect(state).toBe('failed');
  expect(Math.max(...tries)).toBeLessThan(10 * MINUTE);
  expect(tries.length).toBeGreaterThan(3);
});
