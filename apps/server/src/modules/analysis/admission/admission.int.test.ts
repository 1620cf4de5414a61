// SPDX-License-Identifier: Apache-2.0
/** A full server: new measurements are refused at once, running ones are finished. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionOf, smallPayloads } from '@perfuse/testing/chunks';
import { addChunk, call, guest, openMeasurement } from '@perfuse/testing/client';
import { refusal } from '@perfuse/testing/refusal';
import { startServer, type TestServer } from '../../../testing/server.ts';

describe('a server at capacity', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ environment: { PERFUSE_MEASUREMENTS: '2' } });
  });
  afterAll(() => server.stop());

  const payloads = smallPayloads({ count: 2 });
  const begin = (token: string, StudyID = server.app.installation.studyId) =>
    call(server, 'POST', '/analysis/measurements', { token, body: { StudyID, Resolution: 0 } });
  const send = (token: string, id: string, at: number) =>
    addChunk(server, token, id, payloads[at] ?? '', actionOf(at, payloads.length));

  it('refuses another measurement with a retry time, and accepts it once one has finished', async () => {
    const { Token: token } = await guest(server);
    const people = [await openMeasurement(server, token), await openMeasurement(server, token)];
    // All at once: concurrent requests cannot exceed the limit.
    const refused = await Promise.all([1, 2, 3].map(() => begin(token)));
    for (const answer of refused) {
      expect(answer).toMatchObject(refusal(429, 'RATE_LIMIT'));
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.body).not.toHaveProperty('remainingLockoutDurationSec');
    }
    const [first = '', second = ''] = people;
    for (const at of payloads.keys()) {
      expect(await send(token, first, at)).toMatchObject({ status: 200 });
    }
    expect(await begin(token)).toMatchObject({ status: 200 });
    expect(await begin(token)).toMatchObject(refusal(429, 'RATE_LIMIT'));
    expect(await send(token, second, 0)).toMatchObject({ status: 200 });
    expect(await send(token, second, 1)).toMatchObject({ status: 200 });
  });

  it('releases the place of a measurement that could not be opened', async () => {
    const { Token: token } = await guest(server);
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await begin(token, 'no-such-study')).toMatchObject(refusal(404, 'NOT_FOUND'));
    }
    expect(await begin(token)).toMatchObject({ status: 200 });
  });
});

describe('a crowd that arrives at once during a measurement', () => {
  const CROWD = 60;
  let server: TestServer;
  beforeAll(async () => {
    const many = '100000';
    server = await startServer({
      environment: {
        PERFUSE_MEASUREMENTS: '100',
        PERFUSE_RATE_STRICT: many,
        PERFUSE_RATE_NORMAL: many,
        PERFUSE_RATE_RELAXED: many,
      },
    });
  });
  afterAll(() => server.stop());

  it('is accepted up to the queue limit; the rest get a retry time, and chunks are accepted throughout', async () => {
    const { Token: token } = await guest(server);
    const id = await openMeasurement(server, token);
    const payloads = smallPayloads({ count: 2 });
    const chunk = (at: number) => addChunk(server, token, id, payloads[at] ?? '', actionOf(at, 2));

    const coming = Array.from({ length: CROWD }, () => guest(server));
    expect(await chunk(0)).toMatchObject({ status: 200 });
    const tokens = await Promise.all(coming);
    const body = { StudyID: server.app.installation.studyId, Resolution: 0 };
    const beginning = tokens.map(({ Token }) =>
      call(server, 'POST', '/analysis/measurements', { token: Token, body }),
    );
    expect(await chunk(1)).toMatchObject({ status: 200 });
    const answers = await Promise.all(beginning);
    const begun = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    // The queue holds 50 of them, and a few need not wait in it.
    expect(begun.length).toBeGreaterThanOrEqual(50);
    expect(new Set(begun.map((answer) => JSON.stringify(answer.body))).size).toBe(begun.length);
    for (const answer of refused) {
      expect(answer).toMatchObject(refusal(429, 'RATE_LIMIT'));
      expect(answer.headers.get('retry-after')).toBe('5');
    }
  });
});
