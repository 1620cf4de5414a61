// SPDX-License-Identifier: Apache-2.0
/** The app's handling of tokens that expire during a measurement, and of a measurement that does not end. */
import { rm } from 'node:fs/promises';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { callbackOutcome, MEASUREMENT_BACK_OFF } from '@perfuse/flow';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { realWorker } from '@perfuse/server/testing/bundled';
import { call, guest } from '@perfuse/testing/client';
import { startServer, temporaryFolder, type TestServer } from '@perfuse/server/testing/server';
import { faultyWorker, type FaultyWorker } from '@perfuse/testing/faulty-worker';
import { until } from '@perfuse/testing/waiting';
import { openApp } from './web-client.ts';

const DAY = 24 * 60 * 60_000;
const HALF = MEASUREMENT.chunkCount / 2;
const TIMEOUT_S = MEASUREMENT.timeoutMs / 1000;
type OpenApp = ReturnType<typeof openApp>;

let away = 0;
let directory: string;
let worker: FaultyWorker;
let server: TestServer;
beforeAll(async () => {
  // Node has a built-in one from version 22 on.
  vi.stubGlobal('WebSocket', WebSocket);
  directory = await temporaryFolder();
  worker = await faultyWorker(await realWorker(), directory);
  server = await startServer({
    workerFile: worker.file,
    now: () => Date.now() + away,
    // Limits how long a hung analysis delays the shutdown of the server.
    environment: { PERFUSE_WORKERS: '1', PERFUSE_ANALYSIS_TIMEOUT_S: '6' },
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

const statusOf = async (id: string, token: string): Promise<number> =>
  (await call(server, 'GET', `/analysis/measurements/${id}`, { token })).status;
/** Resolves when the service no longer knows a measurement. */
const forgotten = (id: string, token: string) =>
  until(
    async () => ((await statusOf(id, token)) === 404 ? true : undefined),
    'a measurement that is forgotten',
  );

/** Measures half of it, then lets the token expire. */
async function expireInTheMiddle(app: OpenApp, byMs: number): Promise<string> {
  const id = await app.start();
  app.film(0, HALF);
  await app.answered(HALF);
  await app.stored(HALF);
  away += byMs;
  app.film(HALF);
  return id;
}

/** Waits until the connection is lost with its token, then lets the app's back-off elapse. */
async function reconnect(app: OpenApp): Promise<void> {
  await app.waitFor(() => !app.context().online, 'a connection that is lost with its token');
  app.seconds(MEASUREMENT_BACK_OFF.maxMs / 1000);
}

describe('a token that expires in the middle of a measurement', () => {
  it('is renewed as often as it expires, refused chunks are sent again, and the person gets the result', async () => {
    const app = openApp(server);
    const before = await app.token.get();
    const id = await app.start();
    for (const chunk of [0, 1, 2]) {
      app.film(chunk, chunk + 1);
      if (chunk > 0) await reconnect(app);
      await app.stored(chunk + 1);
      away += DAY;
    }
    app.film(3);
    await reconnect(app);
    await app.waitFor(() => app.phase() === 'done', 'the result');
    const { failure, answered, reading, online } = app.context();
    expect({ failure, online }).toEqual({ failure: null, online: true });
    expect([...answered].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(Math.abs((reading?.bpm ?? 0) - 66)).toBeLessThan(3);
    const after = await app.token.get();
    expect(after).not.toBe(before);
    expect(await statusOf(id, after)).toBe(200);
    app.close();
  });

  it('together with its refresh token ends a guest’s measurement; the next one has a new device', async () => {
    const app = openApp(server);
    await expireInTheMiddle(app, 31 * DAY);
    await reconnect(app);
    await app.waitFor(() => app.phase() === 'failed', 'the message');
    expect(app.context().failure).toBe('CHUNK_REFUSED');
    await app.start();
    app.film(0);
    await app.waitFor(() => app.phase() === 'done', 'the result of the next measurement');
    app.close();
  });

  it('together with its refresh token ends an integrator’s visit, whose callback gets the reason', async () => {
    const app = openApp(server);
    app.token.adopt(await guest(server), false);
    await expireInTheMiddle(app, 31 * DAY);
    await app.waitFor(() => app.phase() === 'failed', 'the message');
    expect(app.context().failure).toBe('AUTHORIZATION');
    expect(callbackOutcome(app.context())).toMatchObject({ error: 'TOKEN_EXPIRED' });
    app.close();
  });
});

describe('a measurement that does not end', () => {
  async function timeOut(app: OpenApp, id: string): Promise<void> {
    const running = app.phase();
    app.seconds(TIMEOUT_S - 1);
    expect(app.phase()).toBe(running);
    app.seconds(1);
    expect(app.phase()).toBe('failed');
    expect(app.context().failure).toBe('MEASUREMENT_TIMED_OUT');
    expect(callbackOutcome(app.context())).toMatchObject({
      error: 'MEASUREMENT_TIMED_OUT',
      details: { measurementId: id },
    });
    await forgotten(id, await app.token.get());
    app.close();
  }

  it('because its last chunk is never sent times out a minute after its last result', async () => {
    const app = openApp(server);
    const id = await app.start();
    // A minute from the start would end before the minute from the result.
    app.seconds(5);
    app.film(0, MEASUREMENT.chunkCount - 1);
    await app.answered(MEASUREMENT.chunkCount - 1);
    await app.stored(MEASUREMENT.chunkCount - 1);
    await timeOut(app, id);
  });

  it('because the service never answers times out a minute after its last result', async () => {
    const app = openApp(server);
    const id = await app.start();
    app.film(0, HALF);
    await app.answered(HALF);
    await worker.next('hangs', HALF + 1);
    app.film(HALF);
    await app.stored(MEASUREMENT.chunkCount);
    expect(app.phase()).toBe('analysing');
    await timeOut(app, id);
  });
});
