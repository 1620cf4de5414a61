// SPDX-License-Identifier: Apache-2.0
import { backendErrorSchema } from '@perfuse/contract/backend/errors';
import {
  launchedConfigurationSchema,
  type LaunchedConfiguration,
} from '@perfuse/contract/launch/configuration';
import { LAUNCH_HEADER } from '@perfuse/contract/launch/link';
import { EVENT_LIMITS, REMOTE_EVENTS, type RemoteEvent } from '@perfuse/contract/events/events';
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStorage } from '../../platform/storage/embedded-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { EventRepository } from './event-repository.ts';
import { call } from '@perfuse/testing/client';
import { secretOf } from '../../testing/integrator.ts';
import { NO_LIMITS, startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';
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

const refusal = (status: number, code: string) => ({ status, body: { code } });

const openLink = async (server: TestServer): Promise<LaunchedConfiguration> =>
  launchedConfigurationSchema.parse((await call(server, 'GET', '/api/config/demo')).body);

describe('POST /api/webhook/{id}', () => {
  let server: TestServer;
  let launched: LaunchedConfiguration;
  beforeAll(async () => {
    server = await startServer({ environment: NO_LIMITS });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    launched = await openLink(server);
  });
  const sessionId = (): string => launched.sessionId;
  const post = (body: unknown, id = 'demo', headers: Record<string, string> = secretOf(launched)) =>
    call(server, 'POST', `/api/webhook/${id}`, { body, headers });

  it('stores one event, or several at once', async () => {
    expect(await post(event({ sessionId: sessionId() }))).toMatchObject({
      status: 200,
      body: { stored: 1 },
    });
    const several = [1, 2, 3].map((sequence) => event({ sessionId: sessionId(), sequence }));
    expect(await post(several)).toMatchObject({ status: 200, body: { stored: 3 } });
  });

  it('stores a repeated event once', async () => {
    const events = [0, 1].map((sequence) => event({ sessionId: sessionId(), sequence }));
    await post(events);
    const again = [...events, event({ sessionId: sessionId(), sequence: 2 })];
    expect(await post(again)).toMatchObject({ status: 200, body: { stored: 1 } });
  });

  it('accepts every event of the catalogue, without a token', async () => {
    const all = Object.entries(REMOTE_EVENTS).map(([name, severity], sequence) => ({
      ...event({ sessionId: sessionId(), sequence, severity }),
      event: name,
    }));
    expect(await post(all)).toMatchObject({ status: 200, body: { stored: all.length } });
  });

  it('accepts events only with the secret of a launch', async () => {
    const own = event({ sessionId: sessionId() });
    const nobody = refusal(401, 'INVALID_LAUNCH');
    expect(await post(own, 'demo', {})).toMatchObject(nobody);
    for (const secret of ['', 'a'.repeat(43), 'x'.repeat(5000), launched.sessionId]) {
      expect(await post(own, 'demo', { [LAUNCH_HEADER]: secret })).toMatchObject(nobody);
    }
    expect(await post(own, 'nobody', {})).toMatchObject(nobody);
    expect(await post(own)).toMatchObject({ status: 200, body: { stored: 1 } });
  });

  it('accepts only events of the session and configuration of that launch', async () => {
    const another = await openLink(server);
    const foreign = refusal(403, 'NOT_OF_THIS_LAUNCH');
    const own = event({ sessionId: sessionId() });
    const others = event({ sessionId: another.sessionId });
    expect(await post(others)).toMatchObject(foreign);
    expect(await post([own, { ...others, sequence: 1 }])).toMatchObject(foreign);
    expect(await post(own, 'nobody')).toMatchObject(foreign);
  });

  it('accepts events of a page in use for days, and none of one left idle', async () => {
    let now = Date.now();
    const later = await startServer({ environment: NO_LIMITS, now: () => now });
    const used = await openLink(later);
    const left = await openLink(later);
    const tell = ({ sessionId, launchId }: LaunchedConfiguration, sequence: number) =>
      call(later, 'POST', '/api/webhook/demo', {
        headers: secretOf({ launchId }),
        body: event({ sessionId, sequence }),
      });
    for (let day = 0; day < 4; day += 1) {
      now += 20 * 3_600_000;
      expect((await tell(used, day)).status).toBe(200);
    }
    expect(await tell(left, 0)).toMatchObject(refusal(401, 'INVALID_LAUNCH'));
    await later.stop();
  });

  const tooManyFields = Object.fromEntries(
    Array.from({ length: 13 }, (_, n) => [`f${String(n)}`, n]),
  );
  const BROKEN = [
    ['an unknown event', { event: 'COFFEE' }, 'event', 'VALUES'],
    ['an unknown severity', { severity: 'FATAL' }, 'severity', 'VALUES'],
    ['a severity left out', { severity: undefined }, 'severity', 'REQUIRED'],
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

  it.each(BROKEN)('accepts the valid events beside %s', async (_, part, field, rule) => {
    const good = [0, 2].map((sequence) => event({ sessionId: sessionId(), sequence }));
    const bad = { ...event({ sessionId: sessionId(), sequence: 1 }), ...part };
    const refused = [{ index: 1, errors: { [field]: [[rule, expect.any(Array)]] } }];
    expect(await post([good[0], bad, good[1]])).toMatchObject({
      status: 200,
      body: { stored: 2, refused },
    });
    // They were stored, so they are no longer new.
    expect(await post(good)).toEqual(expect.objectContaining({ body: { stored: 0 } }));
  });

  it('names every refused entry and each of its invalid fields', async () => {
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

  it('refuses a list without a valid event, and an empty one', async () => {
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

  it('refuses too many events at once, and a body that is too large', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, sequence) => event({ sessionId: sessionId(), sequence }));
    expect(await post(many(EVENT_LIMITS.perRequest + 1))).toMatchObject({ status: 400 });
    expect(await post({ ...event(), more: 'x'.repeat(EVENT_LIMITS.bodyBytes) })).toMatchObject({
      status: 413,
    });
  });

  it('accepts a flood of one session, keeps its newest events, and still accepts other sessions', async () => {
    const flood = await openLink(server);
    const rows = () =>
      server.app.platform.database
        .selectFrom('events')
        .select('sequence')
        .where('session_id', '=', flood.sessionId)
        .orderBy('sequence')
        .execute();
    const most = EVENT_LIMITS.perSession + 2 * EVENT_LIMITS.perRequest;
    for (let from = 0; from < most; from += EVENT_LIMITS.perRequest) {
      const body = Array.from({ length: EVENT_LIMITS.perRequest }, (_, n) =>
        event({ sessionId: flood.sessionId, sequence: from + n }),
      );
      const answer = await call(server, 'POST', '/api/webhook/demo', {
        body,
        headers: secretOf(flood),
      });
      expect(answer.status).toBe(200);
    }
    // The newest are stored.
    const kept = await rows();
    expect(kept).toHaveLength(EVENT_LIMITS.perSession);
    expect(kept[0]?.sequence).toBe(most - EVENT_LIMITS.perSession);
    expect(await post(event({ sessionId: sessionId() }))).toMatchObject({
      status: 200,
      body: { stored: 1 },
    });
  });

  it('writes no part of an event to the log', async () => {
    await post(event({ sessionId: sessionId(), payload: { reason: 'do-not-log-me' } }));
    for (const hidden of ['do-not-log-me', sessionId(), launched.launchId]) {
      expect(server.log.join('')).not.toContain(hidden);
    }
  });
});

it('limits the rate of event reports per IP address', async () => {
  const server = await startServer({ environment: { PERFUSE_RATE_NORMAL: '3' } });
  const { sessionId, launchId } = await openLink(server);
  const statuses: number[] = [];
  for (let sequence = 0; sequence < 5; sequence += 1) {
    const answer = await call(server, 'POST', '/api/webhook/demo', {
      headers: secretOf({ launchId }),
      body: event({ sessionId, sequence }),
    });
    statuses.push(answer.status);
  }
  await server.stop();
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

const LAUNCH = {
  hash: 'l-1',
  configuration_id: 'c',
  session_id: 's-1',
  session_by: 'link',
} as const;

describe('the events of a configuration', () => {
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

  beforeEach(async () => {
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
      .values(
        ['c', 'd'].map((id) => ({
          id,
          organisation_id: 'o',
          study_id: 's',
          access_code: id,
          created_at: 0,
        })),
      )
      .execute();
  });
  const stored = async () => {
    const rows = await storage.database
      .selectFrom('events')
      .select('sequence')
      .orderBy('sequence')
      .execute();
    return rows.map(({ sequence }) => sequence);
  };

  it('are deleted oldest first when there are too many', async () => {
    let time = 1_000_000;
    const events = new EventRepository(storage.database, () => time);
    const quotas = { perConfiguration: 3, trimEvery: 5 };
    const service = new EventService({ events, retentionMs: 1000, now: () => time, ...quotas });
    const another = { ...LAUNCH, configuration_id: 'd', hash: 'l-d' };
    await service.add(another, [event({ sequence: 9 })]);
    for (let sequence = 0; sequence < 5; sequence += 1) {
      time += 1;
      const told = { ...LAUNCH, hash: `l-${String(sequence)}` };
      expect(await service.add(told, [event({ sequence })])).toBe(1);
    }
    expect(await stored()).toEqual([2, 3, 4, 9]);
  });

  it('beyond the quota of their launch are not forwarded', async () => {
    const events = new EventRepository(storage.database, () => 0);
    const forwarded: number[] = [];
    const forward = (_: unknown, told: readonly RemoteEvent[]) => {
      forwarded.push(...told.map(({ sequence }) => sequence));
      return Promise.resolve();
    };
    const quotas = { perLaunch: 2 };
    const service = new EventService({ events, retentionMs: 1, forward, now: () => 0, ...quotas });
    const earlier = { ...LAUNCH, session_id: 's-0', hash: 'l-0' };
    await service.add(earlier, [event({ sequence: 0, sessionId: 's-0' })]);
    for (let sequence = 0; sequence < 4; sequence += 1) {
      await service.add(LAUNCH, [event({ sequence })]);
    }
    await service.add({ ...LAUNCH, hash: 'l-2' }, [event({ sequence: 9 })]);
    expect(forwarded).toEqual([0, 0, 1, 9]);
    expect(await stored()).toEqual([0, 2, 3, 9]);
  });

  it('of a launch that numbers them backwards are not forwarded repeatedly', async () => {
    let time = 1_000_000_000;
    const events = new EventRepository(storage.database, () => time);
    const forwarded: number[] = [];
    const forward = (_: unknown, told: readonly RemoteEvent[]) => {
      forwarded.push(...told.map(({ sequence }) => sequence));
      return Promise.resolve();
    };
    const quotas = { perLaunch: 2 };
    const service = new EventService({
      events,
      retentionMs: 1e9,
      forward,
      now: () => time,
      ...quotas,
    });
    for (const sequence of [8, 9]) await service.add(LAUNCH, [event({ sequence })]);
    // A quota that was filled long ago is no flood.
    time += 24 * 3_600_000;
    for (const sequence of [0, 1, 1, 0]) {
      expect(await service.add(LAUNCH, [event({ sequence })])).toBe(0);
    }
    await service.add(LAUNCH, [event({ sequence: 10 })]);
    expect(forwarded).toEqual([8, 9, 10]);
    expect(await stored()).toEqual([9, 10]);
  });

  it('are deleted after their retention period', async () => {
    let time = 1_000_000;
    const events = new EventRepository(storage.database, () => time);
    const service = new EventService({ events, retentionMs: 1000, now: () => time });
    await service.add(LAUNCH, [event({ sequence: 0 })]);
    time += 900;
    await service.add(LAUNCH, [event({ sequence: 1 })]);
    expect(await service.purge()).toBe(0);
    time += 200;
    expect(await service.purge()).toBe(1);
    expect(await stored()).toEqual([1]);
  });
});
