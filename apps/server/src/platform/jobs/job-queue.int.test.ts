// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises';
import { until } from '@perfuse/testing/waiting';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../testing/server.ts';
import { openStorage } from '../storage/embedded-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { JobError } from './job-error.ts';
import { JobQueue, type JobHandler } from './job-queue.ts';
import { JobRepository, type JobRow, type JobState } from './job-repository.ts';

describe('a job', () => {
  let folder: string;
  let storage: Storage;
  let store: JobRepository;
  let time = 1_800_000_000_000;
  const queues: JobQueue[] = [];
  const metrics = createMetrics();
  beforeEach(async () => {
    folder = await temporaryFolder();
    storage = await openStorage(folder);
    store = new JobRepository(storage.database, () => time);
  });
  afterEach(async () => {
    for (const queue of queues.splice(0)) await queue.stop();
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A server, or a command when it is not started. */
  function queue(run?: JobHandler['run'], metricsOf = createMetrics(), keepsDone = true): JobQueue {
    const log = pino({ level: 'silent' });
    const made = new JobQueue({ store, metrics: metricsOf, log, now: () => time, stopMs: 1 });
    queues.push(made);
    if (run !== undefined) {
      const lines = { failed: 'not yet', givenUp: 'given up' };
      const rules = { concurrency: 2, leaseMs: 60_000, maxTries: 2, keepsDone, lines };
      made.register('a', { run, ...rules });
    }
    return made;
  }
  const jobs = () => store.list({ kinds: ['a'], limit: 9 });
  const inState = (state: JobState): Promise<JobRow> =>
    until(async () => (await jobs()).find((job) => job.state === state), `a job that is ${state}`);
  const nothing = () => Promise.resolve();
  const refuse = () => Promise.reject(new JobError('REFUSED'));

  it('that a command adds is run by the server', async () => {
    const command = queue(nothing);
    await command.add('a', {}, [{ payload: '1' }]);
    expect(await jobs()).toMatchObject([{ state: 'pending', tries: 0 }]);
    await queue(nothing).start();
    expect(await inState('done')).toMatchObject({ payload: '1', tries: 1, failure: null });
  });

  it('with the id of an existing one is not added', async () => {
    const server = queue(nothing);
    for (const payload of ['1', '2']) await server.add('a', {}, [{ id: 'x', payload }]);
    expect(await jobs()).toMatchObject([{ id: 'x', payload: '1' }]);
  });

  it('without a handler is held until a server with one starts', async () => {
    const without = queue();
    await without.start();
    await without.add('a', {}, [{ payload: '1' }]);
    expect(await jobs()).toMatchObject([{ state: 'held' }]);
    await queue(nothing).start();
    await inState('done');
  });

  it('that a server without a handler holds is run by a running server with a handler', async () => {
    const server = queue(nothing);
    await server.start();
    await queue().add('a', {}, [{ payload: '1' }]);
    expect(await inState('done')).toMatchObject({ tries: 1 });
  });

  it('that has ended is not run again with the held ones', async () => {
    await store.add('a', 'pending', {}, [{ payload: '1' }]);
    await store.settle((await store.take('a', 0)) ?? expect.fail('none'), 'done', null);
    expect(await store.release(['a'])).toBe(false);
    expect(await jobs()).toMatchObject([{ state: 'done' }]);
  });

  it('that completes does not trigger another search for held ones', async () => {
    const release = vi.spyOn(store, 'release');
    const server = queue(nothing, createMetrics(), false);
    const payloads = Array.from({ length: 100 }, (_, index) => ({ payload: String(index) }));
    await server.add('a', {}, payloads);
    await server.start();
    await expect.poll(jobs).toEqual([]);
    expect(release.mock.calls.length).toBeLessThan(10);
  });

  it('that fails is retried later, fails permanently after its last try, and can be replayed', async () => {
    let work: () => Promise<void> = refuse;
    const server = queue(() => work(), metrics);
    await server.start();
    await server.add('a', {}, [{ id: 'x', payload: '1' }]);
    await until(async () => ((await jobs())[0]?.tries === 1 ? true : undefined), 'a try');
    expect(await jobs()).toMatchObject([
      { state: 'pending', failure: 'REFUSED', due_at: time + 10_000 },
    ]);
    time += 10_000;
    server.trigger('a');
    expect(await inState('failed')).toMatchObject({ tries: 2 });
    expect(await metrics.text()).toContain('perfuse_jobs{kind="a",state="failed"} 1');
    work = nothing;
    expect(await server.replay('a', [{ id: 'x', payload: '2' }])).toBe(1);
    expect(await inState('done')).toMatchObject({ payload: '2', tries: 1, failure: null });
    expect(await server.replay('a', [{ id: 'y', payload: '' }])).toBe(0);
    const tries = (outcome: string) => `perfuse_job_tries_total{kind="a",outcome="${outcome}"} 1`;
    const text = await metrics.text();
    for (const outcome of ['done', 'failed', 'given_up']) expect(text).toContain(tries(outcome));
  });

  it('whose server ended in the middle is taken over once its lease expires', async () => {
    await store.add('a', 'pending', {}, [{ payload: '1' }]);
    const lost = (await store.take('a', 60_000)) ?? expect.fail();
    expect(await store.take('a', 60_000)).toBeNull();
    time += 60_000;
    const taken = (await store.take('a', 60_000)) ?? expect.fail();
    await store.settle(lost, 'failed', 'LATE');
    await store.renew(lost, time + 120_000);
    expect(await jobs()).toMatchObject([{ state: 'pending', tries: 0, due_at: taken.due_at }]);
    await store.settle(taken, 'done', null);
    expect(await jobs()).toMatchObject([{ state: 'done', tries: 1 }]);
  });

  it('that takes long does not delay others', async () => {
    let end = (): void => undefined;
    const long = new Promise<void>((resolve) => (end = resolve));
    const server = queue(({ payload }) => (payload === 'long' ? long : nothing()));
    await server.add('a', {}, [{ payload: 'long' }]);
    await server.start();
    await server.add(
      'a',
      {},
      ['1', '2', '3'].map((payload) => ({ payload })),
    );
    await until(async () => {
      const done = (await jobs()).filter(({ state }) => state === 'done');
      return done.length === 3 ? true : undefined;
    }, 'the others');
    end();
  });

  it.each(['runs', 'starts'])(
    'that waits for a retry is retried after the clock was set back, by a server that %s',
    async (does) => {
      const server = queue(refuse);
      await server.start();
      await server.add('a', {}, [{ payload: '1' }]);
      await until(async () => (await jobs())[0]?.tries === 1 || undefined, 'a try');
      time -= 3_600_000;
      if (does === 'runs') server.trigger('a');
      else {
        await server.stop();
        await queue(refuse).start();
      }
      expect(await inState('failed')).toMatchObject({ tries: 2 });
    },
  );

  it('that takes longer than its lease has the lease renewed', async () => {
    let end = (): void => undefined;
    const long = new Promise<void>((resolve) => (end = resolve));
    const server = queue(() => long);
    await server.start();
    await server.add('a', {}, [{ payload: '1' }]);
    await until(async () => ((await jobs())[0]?.lease === null ? undefined : true), 'a try');
    time += 50_000;
    server.trigger('a');
    const isRenewed = async () => (await jobs())[0]?.due_at === time + 60_000 || undefined;
    await until(isRenewed, 'a renewed lease');
    time += 50_000;
    expect(await store.take('a', 60_000)).toBeNull();
    end();
    expect(await inState('done')).toMatchObject({ tries: 1 });
  });

  it.each([true, false])(
    'that completed while the store was unavailable is not run again; completed jobs are kept: %s',
    async (keepsDone) => {
      let isAway = false;
      const away = (): Promise<void> => {
        isAway = true;
        return Promise.reject(new Error('away'));
      };
      vi.spyOn(store, 'settle').mockImplementationOnce(away);
      vi.spyOn(store, 'remove').mockImplementationOnce(away);
      const server = queue(nothing, createMetrics(), keepsDone);
      await server.add('a', {}, [{ payload: '1' }]);
      await server.start();
      const left = keepsDone ? [{ state: 'done', tries: 1 }] : [];
      await expect.poll(jobs).toMatchObject(left);
      expect(isAway).toBe(true);
    },
  );

  it.each([
    [true, 'refused'],
    [false, 'given_up'],
  ])(
    'is not retried after a final failure; caused by the receiver: %s, counted as %s',
    async (of, outcome) => {
      const reason = new JobError('GONE', { isFinal: true, isOfReceiver: of });
      const ownMetrics = createMetrics();
      const server = queue(() => Promise.reject(reason), ownMetrics);
      await server.add('a', {}, [{ payload: '' }]);
      await server.start();
      await inState('failed');
      const counted = async () =>
        /outcome="(\w+)"\} 1$/m.exec(await ownMetrics.text())?.[1] ?? 'none';
      await expect.poll(counted).toBe(outcome);
    },
  );

  it('that is dropped untried because too many wait is counted', async () => {
    vi.spyOn(store, 'giveUpOldest').mockResolvedValueOnce(2);
    const ownMetrics = createMetrics();
    expect(await queue(undefined, ownMetrics).giveUpOldest('a', 100)).toBe(2);
    const counted = 'perfuse_job_tries_total{kind="a",outcome="given_up"} 2';
    expect(await ownMetrics.text()).toContain(counted);
  });

  it('that takes long while the server stops is aborted, and tried again later', async () => {
    const server = queue(
      (_job, signal) =>
        new Promise((_done, reject) => {
          signal.addEventListener('abort', () => reject(new JobError('ABORTED')));
        }),
    );
    await server.start();
    await server.add('a', {}, [{ payload: '1' }]);
    await until(async () => ((await jobs())[0]?.lease === null ? undefined : true), 'a try');
    await server.stop();
    expect(await jobs()).toMatchObject([{ state: 'pending', failure: 'ABORTED', tries: 1 }]);
  });

  it('that has expired is not run', async () => {
    await store.add('a', 'pending', {}, [{ payload: '', expiresAt: time + 10 }]);
    time += 10;
    expect(await store.take('a', 0)).toBeNull();
  });

  it('is not deleted while it is pending, or has ended but not expired', async () => {
    await store.add('a', 'pending', {}, [{ id: 'ended', payload: '', expiresAt: time + 1000 }]);
    await store.settle((await store.take('a', 0)) ?? expect.fail('none'), 'done', null);
    await store.add('a', 'pending', {}, [{ id: 'waits', payload: '' }]);
    time += 100;
    await store.purge(20);
    expect((await jobs()).map(({ id }) => id).sort()).toEqual(['ended', 'waits']);
  });

  it('is kept after its end for the retention, or until it expires', async () => {
    await store.add('a', 'pending', {}, [{ id: 'kept', payload: '' }]);
    await store.add('a', 'pending', {}, [{ id: 'brief', payload: '', expiresAt: time + 10 }]);
    for (const due of ['kept', 'brief']) {
      const job = (await store.take('a', 0)) ?? expect.fail(due);
      await store.settle(job, 'failed', 'X');
    }
    time += 10;
    await store.purge(20);
    expect(await jobs()).toMatchObject([{ id: 'kept' }]);
    time += 11;
    await store.purge(20);
    expect(await jobs()).toEqual([]);
  });
});
