// SPDX-License-Identifier: Apache-2.0
import { backendErrorSchema } from '@perfuse/contract/backend/errors';
import { EVENT_LIMITS, REMOTE_EVENTS, type RemoteEvent } from '@perfuse/contract/events/events';
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStorage } from '../../platform/storage/embedded-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { EventRepository } from './event-repository.ts';
import { call } from '@perfuse/testing/client';
import { startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';
import { EventService } from './event-service.ts';

const event = (part: Partial<RemoteEvent> = {}): RemoteEvent => ({
  timestamp: '2026-05-04T10:00:00.000Z',
  sessionId: 's-1',
  sequence: 0,
  event: 'CAMERA_STARTED',
  severity: 'INFO',
  payload: {},
  ...part,
});

describe('POST /api/webhook/{id}', () => {
  let server: TestServer;
  let session = 0;
  beforeAll(async () => {
    server = await startServer({ environment: { PERFUSE_RATE_NORMAL: '6000' } });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    session += 1;
  });
  const sessionId = (): string => `session-${String(session)}`;
  const post = (body: unknown, id = 'demo') => call(server, 'POST', `/api/webhook/${id}`, { body });

  it('stores one event, or several at once', async () => {
    expect(await post(event({ sessionId: sessionId() }))).toMatchObject({
      status: 200,
      body: { stored: 1 },
    });
    const several = [1, 2, 3].map((sequence) => event({ sessionId: sessionId(), sequence }));
    expect(await post(several)).toMatchObject({ status: 200, body: { stored: 3 } });
  });

  it('counts a repeated event once', async () => {
    const events = [0, 1].map((sequence) => event({ sessionId: sessionId(), sequence }));
    await post(events);
    const again = [...events, event({ sessionId: sessionId(), sequence: 2 })];
    expect(await post(again)).toMatchObject({ status: 200, body: { stored: 1 } });
  });

  it('takes every event of the list, without a token', async () => {
    const all = Object.entries(REMOTE_EVENTS).map(([name, severity], sequence) => ({
      ...event({ sessionId: sessionId(), sequence, severity }),
      event: name,
    }));
    expect(await post(all)).toMatchObject({ status: 200, body: { stored: all.length } });
  });

  it('knows only configurations that exist', async () => {
    expect(await post(event(), 'nobody')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  });

  const tooManyFields = Object.fromEntries(
    Array.from({ length: 13 }, (_, n) => [`f${String(n)}`, n]),
  );
  const BROKEN = [
    ['an unknown event', { event: 'COFFEE' }, 'event', 'VALUES'],
    ['an unknown severity', { severity: 'FATAL' }, 'severity', 'VALUES'],
    ['a severity left out', { severity: undefined }, 'severity', 'VALUES'],
    ['a negative sequence', { sequence: -1 }, 'sequence', 'MINIMUM'],
    ['a fractional sequence', { sequence: 1.5 }, 'sequence', 'TYPE'],
    ['a sequence in words', { sequence: 'one' }, 'sequence', 'TYPE'],
    ['a time in words', { timestamp: 'yesterday' }, 'timestamp', 'FORMAT'],
    ['a session id with a line break', { sessionId: 'a\nb' }, 'sessionId', 'FORMAT'],
    ['an empty session id', { sessionId: '' }, 'sessionId', 'FORMAT'],
    ['a payload in words', { payload: 'much' }, 'payload', 'TYPE'],
    ['a nested payload', { payload: { deep: { er: 1 } } }, 'payload.deep', 'TYPE'],
    [
      'a payload with a long text',
      { payload: { text: 'x'.repeat(201) } },
      'payload.text',
      'MAXIMUM',
    ],
    ['a payload with a strange name', { payload: { 'a b': 1 } }, 'payload.a b', 'FORMAT'],
    ['a payload with many fields', { payload: tooManyFields }, 'payload', 'VALID_PROPERTIES'],
    [
      'a length that cannot be compared',
      { payload: { a: { length: { toString: null } } } },
      'payload.a',
      'VALID_PROPERTIES',
    ],
  ] as const;

  it.each(BROKEN)('refuses %s, and names the field and the rule', async (_, part, field, rule) => {
    const answer = await post({ ...event({ sessionId: sessionId() }), ...part });
    expect(answer.status).toBe(400);
    const { code, message, errors } = backendErrorSchema.parse(answer.body);
    expect(code).toBe('VALIDATION_ERROR');
    expect(message).toContain(`${field} breaks the rule ${rule}`);
    expect(errors).toEqual({ [field]: [[rule, expect.any(Array)]] });
  });

  it.each(BROKEN)('takes the good events beside %s', async (_, part, field, rule) => {
    const good = [0, 2].map((sequence) => event({ sessionId: sessionId(), sequence }));
    const bad = { ...event({ sessionId: sessionId(), sequence: 1 }), ...part };
    const refused = [{ index: 1, errors: { [field]: [[rule, expect.any(Array)]] } }];
    expect(await post([good[0], bad, good[1]])).toMatchObject({
      status: 200,
      body: { stored: 2, refused },
    });
    // They were taken: they are not new any more.
    expect(await post(good)).toEqual(expect.objectContaining({ body: { stored: 0 } }));
  });

  it('names every entry that is refused, and every field of it', async () => {
    const good = event({ sessionId: sessionId() });
    const bad = { ...good, event: 'COFFEE', sequence: -1 };
    const answer = await post([bad, good, 5]);
    expect(answer.body).toEqual({
      stored: 1,
      refused: [
        {
          index: 0,
          errors: {
            event: [['VALUES', Object.keys(REMOTE_EVENTS)]],
            sequence: [['MINIMUM', ['0']]],
          },
        },
        { index: 2, errors: { event: [['TYPE', ['object']]] } },
      ],
    });
  });

  it('refuses a list without a good event, and an empty one', async () => {
    const bad = event({ sessionId: sessionId(), sequence: -1 });
    expect(await post([bad, { ...bad, timestamp: 1 }])).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION_ERROR',
        errors: {
          '0.sequence': [['MINIMUM', ['0']]],
          '1.sequence': [['MINIMUM', ['0']]],
          '1.timestamp': [['TYPE', ['string']]],
        },
      },
    });
    expect(await post([])).toMatchObject({
      status: 400,
      body: { errors: { body: [['MINIMUM', ['1']]] } },
    });
    expect(await post('CAMERA_STARTED')).toMatchObject({
      status: 400,
      body: { errors: { body: [['TYPE', ['object', 'array']]] } },
    });
  });

  it('refuses too many at once, and a body that is too large', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, sequence) => event({ sessionId: sessionId(), sequence }));
    expect(await post(many(EVENT_LIMITS.perRequest + 1))).toMatchObject({ status: 400 });
    expect(await post({ ...event(), more: 'x'.repeat(EVENT_LIMITS.bodyBytes) })).toMatchObject({
      status: 413,
    });
  });

  it('takes no more of one session than it may tell', async () => {
    for (let from = 0; from < EVENT_LIMITS.perSession; from += EVENT_LIMITS.perRequest) {
      const batch = Array.from({ length: EVENT_LIMITS.perRequest }, (_, n) =>
        event({ sessionId: sessionId(), sequence: from + n }),
      );
      expect((await post(batch)).status).toBe(200);
    }
    const more = event({ sessionId: sessionId(), sequence: EVENT_LIMITS.perSession });
    expect(await post(more)).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT' } });
  });

  it('writes nothing of an event into the log', async () => {
    await post(event({ sessionId: 'do-not-log-me', payload: { reason: 'do-not-log-me' } }));
    expect(server.log.join('')).not.toContain('do-not-log-me');
  });
});

it('limits how often one address may tell', async () => {
  const server = await startServer({ environment: { PERFUSE_RATE_NORMAL: '3' } });
  const statuses: number[] = [];
  for (let sequence = 0; sequence < 5; sequence += 1) {
    const answer = await call(server, 'POST', '/api/webhook/demo', { body: event({ sequence }) });
    statuses.push(answer.status);
  }
  await server.stop();
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

describe('the retention of events', () => {
  let directory: string;
  let storage: Storage;
  beforeEach(async () => {
    directory = await temporaryFolder();
    storage = await openStorage(directory);
  });
  afterEach(async () => {
    await storage.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('deletes what was received before it', async () => {
    await storage.database
      .insertInto('organisations')
      .values({ id: 'o', name: '', created_at: 0 })
      .execute();
    await storage.database
      .insertInto('studies')
      .values({
        id: 's',
        organisation_id: 'o',
        name: '',
        description: '',
        status: '',
        created_at: 0,
        updated_at: 0,
      })
      .execute();
    await storage.database
      .insertInto('configurations')
      .values({ id: 'c', organisation_id: 'o', study_id: 's', access_code: 'A', created_at: 0 })
      .execute();
    let time = 1_000_000;
    const events = new EventRepository(storage.database, () => time);
    const service = new EventService({ events, retentionMs: 1000, now: () => time });
    await service.add('c', [event({ sequence: 0 })]);
    time += 900;
    await service.add('c', [event({ sequence: 1 })]);
    expect(await service.purge()).toBe(0);
    time += 200;
    expect(await service.purge()).toBe(1);
    expect(await events.count('c', 10)).toBe(1);
    expect(await events.count('c', 10, 's-1')).toBe(1);
  });
});
