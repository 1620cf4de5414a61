// SPDX-License-Identifier: Apache-2.0
import { Buffer } from 'node:buffer';
import { ANALYSIS_LIMITS, PAYLOAD_LIMITS } from '@perfuse/contract/limits';
import { resultMessageSchema } from '@perfuse/contract/results/message';
import Libsql from 'libsql';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionOf, smallPayloads } from '@perfuse/testing/chunks';
import { addChunk, call, guest, openMeasurement } from '@perfuse/testing/client';
import { refusal } from '@perfuse/testing/refusal';
import { startServer, type TestServer } from '../../../testing/server.ts';

describe('a measurement', () => {
  let server: TestServer;
  let token: string;

  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  async function open(): Promise<
    (payload: string | undefined, action: string) => ReturnType<typeof addChunk>
  > {
    token = (await guest(server)).Token;
    const id = await openMeasurement(server, token);
    const own = token;
    const add = (payload = '', action = 'CHUNK::PROCESS') =>
      addChunk(server, own, id, payload, action);
    return Object.assign(add, { id });
  }
  const idOf = (add: unknown) => String(Reflect.get(Object(add), 'id'));
  const measurement = async (id: string) =>
    (await call(server, 'GET', `/analysis/measurements/${id}`, { token })).body;

  /** Rows read from the disk, bypassing the server. */
  function rows(table: string, id: string): unknown[] {
    const file = new Libsql(path.join(server.directory, 'perfuse.sqlite'));
    try {
      return file.prepare(`select * from ${table} where measurement_id = ?`).all(id);
    } finally {
      file.close();
    }
  }

  async function complete(add: Awaited<ReturnType<typeof open>>, payloads: readonly string[]) {
    for (const [at, payload] of payloads.entries())
      await add(payload, actionOf(at, payloads.length));
    await expect.poll(() => measurement(idOf(add))).toMatchObject({ StatusID: 'COMPLETE' });
  }

  it('is COMPLETE after its last chunk, and its chunks are deleted', async () => {
    const add = await open();
    await complete(add, smallPayloads());
    const id = idOf(add);
    expect(await measurement(id)).toMatchObject({
      StatusID: 'COMPLETE',
      Results: { HR_BPM: [{ Channel: 'heart rate', Data: [60_000], Multiplier: 10_000 }] },
      SignalUnits: { HR_BPM: 'bpm' },
      SignalConfig: { HR_BPM: { category: 'measured' } },
    });
    expect(rows('chunks', id)).toEqual([]);
    expect(rows('results', id)).toHaveLength(6);
    const last = await call(server, 'GET', `/analysis/measurements/${id}/results/5`, { token });
    expect(resultMessageSchema.parse(last.body)).toMatchObject({
      MeasurementDataID: `${id}:5`,
      StatusID: 'COMPLETE',
    });
  });

  it('may consist of a single chunk, sent as LAST', async () => {
    await complete(await open(), smallPayloads({ count: 1 }));
  });

  it('stores a repeated chunk once and answers it again, also after the end', async () => {
    const add = await open();
    const payloads = smallPayloads({ count: 2 });
    const first = await add(payloads[0], 'FIRST::PROCESS');
    expect(await add(payloads[0], 'FIRST::PROCESS')).toMatchObject({
      status: 200,
      body: first.body,
    });
    const last = await add(payloads[1], 'LAST::PROCESS');
    await expect.poll(() => measurement(idOf(add))).toMatchObject({ StatusID: 'COMPLETE' });
    expect(await add(payloads[1], 'LAST::PROCESS')).toMatchObject({ status: 200, body: last.body });
    expect(rows('results', idOf(add))).toHaveLength(2);
  });

  it('stores one of several equal chunks that arrive concurrently', async () => {
    const add = await open();
    const [payload] = smallPayloads();
    const answers = await Promise.all([
      add(payload, 'FIRST::PROCESS'),
      add(payload, 'FIRST::PROCESS'),
      add(payload, 'FIRST::PROCESS'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(rows('chunks', idOf(add))).toHaveLength(1);
  });

  it('refuses another chunk at a used position, a gap, and frames that are not later', async () => {
    const add = await open();
    const payloads = smallPayloads();
    await add(payloads[0], 'FIRST::PROCESS');
    await add(payloads[1], 'CHUNK::PROCESS');
    const others = smallPayloads({ startMs: 7 });
    expect(await add(others[1], 'CHUNK::PROCESS')).toMatchObject(refusal(400, 'MISALIGNED_CHUNK'));
    const gap = await add(payloads[4], 'CHUNK::PROCESS');
    expect(gap).toMatchObject(refusal(400, 'MISALIGNED_CHUNK'));
    expect(gap.body).toMatchObject({ Message: 'Expected chunk 2, got 4.' });
    const earlier = smallPayloads({ startMs: -10_000 });
    expect(await add(earlier[2], 'CHUNK::PROCESS')).toMatchObject(refusal(400, 'MISALIGNED_CHUNK'));
    expect(await add(payloads[2], 'CHUNK::PROCESS')).toMatchObject({ status: 200 });
  });

  it('refuses a ChunkOrder that contradicts the payload', async () => {
    const add = await open();
    const [Payload] = smallPayloads();
    const body = { Action: 'FIRST::PROCESS', Payload, ChunkOrder: 3 };
    const address = `/analysis/measurements/${idOf(add)}/data`;
    expect(await call(server, 'POST', address, { token, body })).toMatchObject(
      refusal(400, 'MISALIGNED_CHUNK'),
    );
  });

  it('restarts with a FIRST chunk of other content', async () => {
    const add = await open();
    const old = smallPayloads();
    await add(old[0], 'FIRST::PROCESS');
    await add(old[1], 'CHUNK::PROCESS');
    await complete(add, smallPayloads({ startMs: 500, count: 3 }));
    expect(rows('results', idOf(add))).toHaveLength(3);
  });

  it('refuses chunks after the end', async () => {
    const add = await open();
    await complete(add, smallPayloads({ count: 2 }));
    const late = await add(smallPayloads()[2], 'CHUNK::PROCESS');
    expect(late).toMatchObject(refusal(400, 'MEASUREMENT_CLOSED'));
    const anew = await add(smallPayloads({ startMs: 9 })[0], 'FIRST::PROCESS');
    expect(anew).toMatchObject(refusal(400, 'MEASUREMENT_CLOSED'));
  });

  it('closes without a result when the last chunk requests none', async () => {
    const add = await open();
    const payloads = smallPayloads({ count: 2 });
    await add(payloads[0], 'FIRST::IGNORE');
    await add(payloads[1], 'LAST::IGNORE');
    expect(await measurement(idOf(add))).toMatchObject({ StatusID: 'INCOMPLETE', Results: {} });
    expect(rows('chunks', idOf(add))).toEqual([]);
  });

  it('analyses ignored chunks together with the next one that is not ignored', async () => {
    const add = await open();
    const payloads = smallPayloads({ count: 2 });
    await add(payloads[0], 'FIRST::IGNORE');
    await add(payloads[1], 'LAST::PROCESS');
    await expect
      .poll(() => measurement(idOf(add)))
      .toMatchObject({ StatusID: 'COMPLETE', Results: { HR_BPM: [{ Data: [20_000] }] } });
    expect(rows('results', idOf(add))).toHaveLength(1);
  });

  it('refuses an invalid payload with the reason, and stays usable', async () => {
    const add = await open();
    const [good = ''] = smallPayloads();
    const bytes = Buffer.from(good, 'base64');
    const version = Buffer.from(bytes);
    version.writeUInt16LE(9, 4);
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(50) ^ 1, 50);
    const faults: [payload: string, reason: string][] = [
      ['', 'too short'],
      ['*** not base64 ***', 'not base64'],
      [
        Buffer.from('garbage that is long enough to have a header').toString('base64'),
        'not a Perfuse payload',
      ],
      [version.toString('base64'), 'version 9.0 is not supported'],
      [damaged.toString('base64'), 'checksum'],
      [bytes.subarray(0, -8).toString('base64'), 'length does not fit'],
    ];
    for (const [payload, reason] of faults) {
      const answer = await add(payload, 'FIRST::PROCESS');
      expect(answer).toMatchObject(refusal(400, 'UNPACKER_RPC_ERROR'));
      expect(answer.body).toMatchObject({ Message: expect.stringContaining(reason) as unknown });
    }
    expect(await add(good, 'FIRST::PROCESS')).toMatchObject({ status: 200 });
  });

  it('refuses a payload over its limit, and a body over the larger limit', async () => {
    const add = await open();
    const over = Buffer.alloc(PAYLOAD_LIMITS.maxBytes + 1).toString('base64');
    expect(await add(over, 'FIRST::PROCESS')).toMatchObject(refusal(413, 'PAYLOAD_TOO_LARGE'));
    const far = 'A'.repeat(ANALYSIS_LIMITS.maxFrameBytes);
    expect(await add(far, 'FIRST::PROCESS')).toMatchObject(refusal(413, 'PAYLOAD_TOO_LARGE'));
  });

  it('accepts half a minute of data at once, and no more than could have been filmed', async () => {
    const add = await open();
    const payloads = smallPayloads({ count: 8, framesPerChunk: 20, stepMs: 300 });
    const answers = [];
    for (const payload of payloads) answers.push(await add(payload, 'CHUNK::PROCESS'));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
    expect(answers.at(-1)).toMatchObject(refusal(400, 'MISALIGNED_CHUNK'));
    expect(answers.find(({ status }) => status !== 200)).toMatchObject(refusal(429, 'RATE_LIMIT'));
  });

  it('of another device gets the same answer as one that does not exist', async () => {
    const theirs = idOf(await open());
    const own = (await guest(server)).Token;
    const [payload = ''] = smallPayloads();
    const other = await addChunk(server, own, theirs, payload, 'FIRST::PROCESS');
    const none = await addChunk(server, own, 'never-was', payload, 'FIRST::PROCESS');
    expect(other).toMatchObject(refusal(400, 'INVALID_MEASUREMENT'));
    expect(other.body).toEqual(none.body);
  });

  it('is deleted with its chunks and results, also while it is analysed', async () => {
    const add = await open();
    const payloads = smallPayloads({ count: 2 });
    await add(payloads[0], 'FIRST::PROCESS');
    await add(payloads[1], 'LAST::PROCESS');
    const address = `/analysis/measurements/${idOf(add)}`;
    expect(await call(server, 'DELETE', address, { token })).toMatchObject({ status: 200 });
    expect(rows('chunks', idOf(add))).toEqual([]);
    expect(rows('results', idOf(add))).toEqual([]);
  });

  it('leaves no token and no payload in the log', async () => {
    const add = await open();
    const [payload = ''] = smallPayloads();
    await add(payload, 'FIRST::PROCESS');
    await add('*** not base64 ***', 'FIRST::PROCESS');
    await fetch(`${server.origin}/c/demo/${token}/secret-profile`);
    await expect.poll(() => server.log.length).toBeGreaterThan(3);
    const all = server.log.join('');
    expect(all).toContain('/analysis/measurements/:id/data');
    for (const secret of [token, payload, 'not base64', 'secret-profile']) {
      expect(all).not.toContain(secret);
    }
  });
});
