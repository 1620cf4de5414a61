// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ResultMessage } from '@perfuse/contract/results/message';
import { openStorage } from '../../../platform/storage/embedded-storage.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { ChunkRepository } from '../chunks/chunk-repository.ts';
import { ResultRepository } from '../../measurements/result-repository.ts';
import { temporaryFolder } from '../../../testing/server.ts';
import { ResultHub } from '../delivery/result-hub.ts';
import type { EngineAnswer, EngineTask } from './answer.ts';
import { Analyst } from './analyst.ts';
import { localChunkDispatch, type ChunkDispatch } from './chunk-dispatch.ts';

const heartRate = (value: number) => ({
  channels: { HR_BPM: { Channel: 'heart rate', Data: [value * 10_000], Multiplier: 10_000 } },
});

describe('the analyst', () => {
  let directory: string;
  let storage: Storage;
  /** What a flush waits for. */
  let disk: Promise<void>;
  let chunks: ChunkRepository;
  let hub: ResultHub;
  let dispatch: ChunkDispatch;
  let tasks: EngineTask[];
  let published: ResultMessage[];

  beforeEach(async () => {
    directory = await temporaryFolder();
    disk = Promise.resolve();
    storage = await openStorage(directory, {
      flushing: async (flush) => {
        await flush();
        await disk;
      },
    });
    const { database } = storage;
    chunks = new ChunkRepository(database, { now: Date.now });
    hub = new ResultHub();
    dispatch = localChunkDispatch(chunks, hub);
    tasks = [];
    published = [];
    const common = { organisation_id: 'o', created_at: 0 };
    await database
      .insertInto('organisations')
      .values({ id: 'o', name: '', created_at: 0 })
      .execute();
    await database
      .insertInto('studies')
      .values({ ...common, id: 's', name: '', description: '', status: '', updated_at: 0 })
      .execute();
    await database
      .insertInto('licences')
      .values({ ...common, id: 'l', key_hash: '', kind: 'guest', active: 1 })
      .execute();
    await database
      .insertInto('devices')
      .values({
        ...common,
        id: 'd',
        licence_id: 'l',
        type: '',
        name: '',
        identifier: '',
        version: '',
      })
      .execute();
    await database
      .insertInto('measurements')
      .values({
        ...common,
        id: 'm',
        device_id: 'd',
        study_id: 's',
        profile_id: null,
        partner_id: '',
        mode: '',
        resolution: 0,
        status: 'CAPTURING',
        data_bytes: 0,
        received_ms: 0,
        updated_at: 0,
        completed_at: null,
      })
      .execute();
  });
  afterEach(async () => {
    await storage.close();
    await rm(directory, { recursive: true, force: true });
  });

  function analyst(analyse: (task: EngineTask) => Promise<EngineAnswer>): Analyst {
    hub.subscribe('m', (message) => published.push(message));
    return new Analyst({
      chunks,
      results: new ResultRepository(storage.database, Date.now),
      engine: {
        analyse: (task) => {
          tasks.push(task);
          return analyse(task);
        },
      },
      dispatch,
      log: pino({ level: 'silent' }),
    });
  }
  /** Stores a chunk; if it is not handed on, the process ended right then. */
  async function add(
    position: number,
    { isLast = false, digest = `d${String(position)}`, isHandedOn = true, wanted = true } = {},
  ): Promise<void> {
    const added = await chunks.add(
      'd',
      'm',
      {
        position,
        digest,
        payload: new Uint8Array([position]),
        firstMs: position,
        lastMs: position,
        isLast,
        wanted,
      },
      () => (position === 0 && digest !== 'd0' ? 'restart' : 'append'),
      (waiting) => dispatch.takes('m', waiting),
    );
    if (isHandedOn && wanted) dispatch.stored('m', added?.taken ?? null);
  }
  const triesInStore = async (): Promise<unknown[]> =>
    (await storage.database.selectFrom('chunks').select('tries').execute()).map(
      ({ tries }) => tries,
    );
  /** Does what a start does. */
  const startAnew = async (): Promise<void> => {
    dispatch = localChunkDispatch(chunks, hub);
    await dispatch.start(() => undefined);
  };

  const handed = (): unknown[] =>
    tasks.map(({ digests, payloads }) => [digests, payloads.map((payload) => [...payload])]);

  it('sends each chunk to the engine once, with the digests of the earlier ones', async () => {
    const subject = analyst(({ digests }) => Promise.resolve(heartRate(60 + digests.length)));
    for (const position of [0, 1, 2]) await add(position, { isLast: position === 2 });
    while (await subject.analyseNext('m'));
    expect(handed()).toEqual([
      [['d0'], [[0]]],
      [['d0', 'd1'], [[1]]],
      [['d0', 'd1', 'd2'], [[2]]],
    ]);
    expect(published.map(({ StatusID }) => StatusID)).toEqual([
      'PROCESSING',
      'PROCESSING',
      'COMPLETE',
    ]);
  });

  it('publishes a result before the disk has it if more chunks follow, else afterwards', async () => {
    const subject = analyst(() => Promise.resolve(heartRate(60)));
    const chunksOf = (): string[] => published.map(({ MeasurementDataID }) => MeasurementDataID);
    await add(0);
    await add(1, { isLast: true });
    let release = (): void => undefined;
    disk = new Promise((resolve) => (release = resolve));
    await subject.analyseNext('m');
    expect(chunksOf()).toEqual(['m:0']);
    const last = subject.analyseNext('m');
    const isClosed = async () =>
      (await storage.database.selectFrom('chunks').select('position').execute()).length === 0;
    while (!(await isClosed())) await turn();
    expect(chunksOf()).toEqual(['m:0']);
    release();
    await last;
    expect(chunksOf()).toEqual(['m:0', 'm:1']);
  });

  it('sends all chunks to an engine that lacks them, with the last heart rate except for the final result', async () => {
    const subject = analyst(({ digests, payloads }) =>
      Promise.resolve(
        digests.length === payloads.length ? heartRate(60 + digests.length) : { channels: null },
      ),
    );
    for (const position of [0, 1, 2]) await add(position, { isLast: position === 2 });
    while (await subject.analyseNext('m'));
    const whole = tasks.filter(({ digests, payloads }) => digests.length === payloads.length);
    expect(whole.map(({ payloads }) => payloads.map((payload) => [...payload]))).toEqual([
      [[0]],
      [[0], [1]],
      [[0], [1], [2]],
    ]);
    expect(whole.map(({ previousHeartRate }) => previousHeartRate)).toEqual([
      undefined,
      61,
      undefined,
    ]);
  });

  it('sends a chunk alone too if no result was requested for the earlier ones', async () => {
    const subject = analyst(() => Promise.resolve(heartRate(60)));
    for (const position of [0, 1]) await add(position, { wanted: false });
    await add(2, { isLast: true });
    while (await subject.analyseNext('m'));
    expect(handed()).toEqual([[['d0', 'd1', 'd2'], [[2]]]]);
    expect(published.map(({ StatusID }) => StatusID)).toEqual(['COMPLETE']);
  });

  it('sends the last heart rate that was given, although the chunk before requested no result', async () => {
    const subject = analyst(({ digests, payloads }) =>
      Promise.resolve(digests.length === payloads.length ? heartRate(62) : { channels: null }),
    );
    await add(0);
    while (await subject.analyseNext('m'));
    await add(1, { wanted: false });
    await add(2);
    while (await subject.analyseNext('m'));
    expect(tasks.at(-1)).toMatchObject({ digests: ['d0', 'd1', 'd2'], previousHeartRate: 62 });
  });

  it('retries a failed chunk once before it reports the failure', async () => {
    const subject = analyst(({ digests }) =>
      tasks.length === 1 || digests.length === 2
        ? Promise.reject(new Error('the worker is gone'))
        : Promise.resolve(heartRate(60)),
    );
    for (const position of [0, 1]) await add(position, { isLast: position === 1 });
    await subject.analyseNext('m');
    expect(published).toEqual([]);
    expect(await triesInStore()).toEqual([1, 0]);
    while (await subject.analyseNext('m'));
    // From the store the second time: the engine may have the first one's bytes.
    expect(handed()).toEqual([
      [['d0'], [[0]]],
      [['d0'], [[0]]],
      [['d0', 'd1'], [[1]]],
      [
        ['d0', 'd1'],
        [[0], [1]],
      ],
    ]);
    expect(published.map(({ Error: { Code } }) => Code)).toEqual(['OK', 'ANALYSIS_FAILED']);
  });

  it('resumes stored chunks after a restart, and counts each attempt as a try', async () => {
    for (const position of [0, 1]) await add(position, { isHandedOn: false });
    await startAnew();
    // A chunk added now waits behind them.
    await add(2, { isLast: true });
    const counted: unknown[][] = [];
    const subject = analyst(async ({ payloads }) => {
      counted.push(await triesInStore());
      return heartRate(60 + payloads.length);
    });
    while (await subject.analyseNext('m'));
    expect(tasks.map(({ payloads }) => payloads.length)).toEqual([1, 2, 3]);
    expect(counted).toEqual([
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
    ]);
  });

  it('keeps a chunk whose result could not be stored, and counts no try', async () => {
    const subject = analyst(async () => {
      if (tasks.length === 1)
        await storage.database.schema.alterTable('results').renameTo('away').execute();
      else await storage.database.schema.alterTable('away').renameTo('results').execute();
      return heartRate(60);
    });
    await add(0, { isLast: true });
    await expect(subject.analyseNext('m')).rejects.toThrow();
    expect(await triesInStore()).toEqual([0]);
    await subject.analyseNext('m');
    expect(published).toMatchObject([{ StatusID: 'COMPLETE', Error: { Code: 'OK' } }]);
  });

  it('fails a chunk whose analysis has crashed the process three times', async () => {
    await add(0, { isLast: true, isHandedOn: false });
    for (let crash = 0; crash < 3; crash += 1) await chunks.claim('m');
    await startAnew();
    const subject = analyst(() => Promise.resolve(heartRate(60)));
    await subject.analyseNext('m');
    expect(tasks).toEqual([]);
    expect(published).toMatchObject([{ StatusID: 'ERROR', Error: { Code: 'ANALYSIS_FAILED' } }]);
  });

  it('drops a result whose measurement was restarted in the meantime', async () => {
    const subject = analyst(async () => {
      if (tasks.length === 1) await add(0, { digest: 'other' });
      return heartRate(60);
    });
    await add(0);
    await subject.analyseNext('m');
    expect(published).toEqual([]);
    await subject.analyseNext('m');
    expect(published).toHaveLength(1);
  });

  it('drops a result whose measurement was deleted in the meantime', async () => {
    const subject = analyst(async () => {
      await storage.database.deleteFrom('measurements').where('id', '=', 'm').execute();
      return heartRate(60);
    });
    await add(0, { isLast: true });
    await subject.analyseNext('m');
    expect(published).toEqual([]);
  });
});
