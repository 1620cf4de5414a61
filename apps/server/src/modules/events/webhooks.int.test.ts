// SPDX-License-Identifier: Apache-2.0
import { launchedConfigurationSchema } from '@perfuse/contract/launch/configuration';
import { createHmac } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import type { RemoteEvent } from '@perfuse/contract/events/events';
import { LAUNCH_FAILURES } from '@perfuse/contract/failures/launch-failures';
import {
  parseSignature,
  signedText,
  webhookBody,
  WEBHOOK_HEADERS,
  type Delivery,
} from '@perfuse/contract/launch/webhook';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { backOffMs } from '../../platform/jobs/back-off.ts';
import { DATABASE_FILE } from '../../platform/storage/database.ts';
import { openFile } from '../../platform/storage/offline.ts';
import { call } from '@perfuse/testing/client';
import {
  integrator,
  PROFILE,
  secretOf,
  type Integrator,
  type Visit,
} from '../../testing/integrator.ts';
import { listen } from '@perfuse/testing/local-server';
import { startReceiver, type Received, type Receiver } from '@perfuse/testing/receiver';
import { startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';
import { until } from '@perfuse/testing/waiting';
import { MAX_TRIES } from './webhook-handler.ts';

const event = (sequence: number, part: Partial<RemoteEvent> = {}): RemoteEvent => ({
  timestamp: '2026-05-04T10:00:00.000Z',
  sessionId: 'visit-1',
  sequence,
  event: 'CAMERA_STARTED',
  severity: 'INFO',
  payload: {},
  ...part,
});

/** Verifies the signature as a receiver does. */
function isGenuine({ headers, body }: Received, secret: string): boolean {
  const signature = parseSignature(String(headers[WEBHOOK_HEADERS.signature]));
  if (!signature.ok) return false;
  const { timestamp, digests } = signature.value;
  const text = signedText(timestamp, body);
  return digests.includes(createHmac('sha256', secret).update(text).digest('hex'));
}

describe('events of a configuration with a webhook', () => {
  let server: TestServer;
  let hook: Receiver;
  let there: Integrator;
  beforeAll(async () => {
    server = await startServer({
      environment: {
        PERFUSE_RATE_STRICT: '10000',
        PERFUSE_RATE_NORMAL: '10000',
        PERFUSE_PRIVATE_TARGETS: 'loopback',
      },
      outboundTimes: { webhookRetryMs: () => 0 },
    });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    hook = await startReceiver();
    there = await integrator(server, {
      callbackOrigins: ['https://clinic.example'],
      eventsWebhookEndpoint: `${hook.origin}/events`,
    });
  });
  afterEach(() => hook.stop());

  let visit: Visit;
  beforeEach(async () => {
    visit = await there.visit('visit-1');
  });
  const tellAs = (headers: Record<string, string>, ...events: readonly RemoteEvent[]) =>
    call(server, 'POST', `/api/webhook/${there.configId}`, { body: events, headers });
  const tell = (...events: readonly RemoteEvent[]) => tellAs(visit.headers, ...events);
  const log = (): Promise<readonly Delivery[]> =>
    server.app.events.webhooks.list({ configurationId: there.configId, limit: 100 });
  const settled = (state: Delivery['state'], count = 1): Promise<readonly Delivery[]> =>
    until(async () => {
      // Starts the poll that the server runs every few seconds.
      server.app.platform.jobs.trigger('webhook');
      const rows = (await log()).filter((row) => row.state === state);
      return rows.length >= count ? rows : undefined;
    });
  const secretsOf = () => server.app.organisations.webhookSecrets.active(there.organisationId);

  it('are queued up to a limit that housekeeping enforces', async () => {
    const { housekeeping, jobs } = server.app.platform;
    const bounded = vi.spyOn(jobs, 'giveUpOldest');
    await housekeeping.run();
    expect(bounded).toHaveBeenCalledWith('webhook', 100_000);
  });

  it('are delivered individually, signed with the secret of the organisation', async () => {
    await tell(event(0), event(1, { event: 'CREATED', payload: { measurementId: 'm-1' } }));
    const got = await hook.count(2);
    const [secret] = await secretsOf();
    for (const one of got) {
      expect(isGenuine(one, secret?.secret ?? '')).toBe(true);
      expect(isGenuine({ ...one, body: `${one.body} ` }, secret?.secret ?? '')).toBe(false);
      expect(isGenuine(one, 'another')).toBe(false);
      const body = webhookBody.parse(JSON.parse(one.body));
      expect(body).toMatchObject({
        configId: there.configId,
        sessionId: 'visit-1',
        verified: { session: 'signed' },
      });
      expect(one.headers[WEBHOOK_HEADERS.event]).toBe(body.event);
      expect(one.headers['content-type']).toContain('application/json');
    }
    expect(new Set(got.map(({ headers }) => headers[WEBHOOK_HEADERS.delivery])).size).toBe(2);
    expect(await settled('delivered', 2)).toHaveLength(2);
  });

  it('are delivered even if another event of the same request is refused', async () => {
    const bad = event(1, { event: 'CAPTURE' as never });
    expect(await tell(event(0), bad, event(2))).toMatchObject({ body: { stored: 2 } });
    const got = (await hook.count(2)).map(({ body }) => webhookBody.parse(JSON.parse(body)));
    expect(new Set(got.map(({ sequence }) => sequence))).toEqual(new Set([0, 2]));
    await settled('delivered', 2);
    expect(hook.received).toHaveLength(2);
  });

  it('are delivered once, however often the browser reports them', async () => {
    await tell(event(0));
    await hook.count(1);
    await settled('delivered');
    await tell(event(0), event(1));
    await hook.count(2);
    await settled('delivered', 2);
    expect(hook.received).toHaveLength(2);
  });

  it('of a link that is opened again, or continued on a phone, are numbered after the earlier ones', async () => {
    const again = { timestamp: '2026-05-04T11:00:00.000Z' };
    await tell(event(0), event(1));
    const second = [
      event(0, { ...again, event: 'API_ERROR', severity: 'ERROR' }),
      event(1, { ...again, event: 'REDIRECTING_TO_CALLBACK' }),
    ] as const;
    await tell(...second);
    // Sent again, as by a browser that leaves the page.
    expect((await tell(...second)).body).toEqual({ stored: 0 });
    const got = (await hook.count(4)).map(({ body }) => webhookBody.parse(JSON.parse(body)));
    const told = new Map(got.map((one) => [one.sequence, one.event]));
    expect([...told].sort()).toEqual([
      [0, 'CAMERA_STARTED'],
      [1, 'CAMERA_STARTED'],
      [2, 'API_ERROR'],
      [3, 'REDIRECTING_TO_CALLBACK'],
    ]);
    expect(await settled('delivered', 4)).toHaveLength(4);
  });

  it('of a stranger are refused and take no sequence number, whatever session they name', async () => {
    const open = await call(server, 'GET', `/api/config/${there.configId}`);
    const stranger = launchedConfigurationSchema.parse(open.body);
    expect((await tellAs({}, event(0, { event: 'API_ERROR' }))).status).toBe(401);
    expect((await tellAs(secretOf(stranger), event(0, { event: 'API_ERROR' }))).status).toBe(403);
    await tell(event(0));
    const [got] = await hook.count(1);
    expect(JSON.parse(got?.body ?? '')).toMatchObject({ event: 'CAMERA_STARTED' });
    expect(hook.received).toHaveLength(1);
  });

  it('of another launch with the same session take no sequence number, and state who named the session', async () => {
    // Anyone with a link whose claims name no session can put another session into it.
    const answer = await there.launch(await there.sign(), 'visit-1');
    const other = secretOf(launchedConfigurationSchema.parse(answer.body));
    const told = event(0, { event: 'API_ERROR' });
    const [first, second] = await Promise.all([tellAs(other, told), tell(event(0))]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const got = (await hook.count(2)).map(({ body }) => webhookBody.parse(JSON.parse(body)));
    const named = new Map(got.map((one) => [one.event, one.verified?.session]));
    expect(named).toEqual(
      new Map([
        ['API_ERROR', 'link'],
        ['CAMERA_STARTED', 'signed'],
      ]),
    );
  });

  it('report each refusal of a signed link once, and none of a forged link', async () => {
    const profile = { ...PROFILE, age: 5 };
    const token = await there.sign({ profile, sessionId: 'visit-3' });
    for (let tries = 0; tries < 3; tries += 1) {
      expect((await there.launch(token, 'visit-3')).status).toBeGreaterThanOrEqual(400);
    }
    expect((await there.launch(`${token.slice(0, -4)}AAAA`, 'visit-3')).status).toBe(401);
    const got = (await hook.count(4)).map(({ body }) => webhookBody.parse(JSON.parse(body)));
    await settled('delivered', 4);
    expect(await settled('delivered', 4)).toHaveLength(4);
    expect(hook.received).toHaveLength(4);
    expect(got.map(({ event, payload, sessionId }) => ({ event, sessionId, ...payload }))).toEqual(
      expect.arrayContaining(
        ['PROFILE_VALIDATION_FAILED', 'LAUNCH_TOKEN_USED'].flatMap((code) => [
          { event: 'API_ERROR', sessionId: 'visit-3', part: 'launch', code },
          { event: 'REDIRECTING_TO_CALLBACK', sessionId: 'visit-3', error: code },
        ]),
      ),
    );
  });

  it.each([
    ['PROFILE_INVALID', { age: 5 }, ['REDIRECTING_TO_CALLBACK']],
    ['CALLBACK_NOT_ALLOWED', { resultsCallbackUrl: 'https://evil.example/' }, []],
  ] as const)('report %s by the event of the catalogue', async (row, part, then) => {
    await there.launch(await there.sign({ profile: { ...PROFILE, ...part } }), 'visit-3');
    const told = [LAUNCH_FAILURES[row].event, ...then];
    const got = await hook.count(told.length);
    const names = got.map(({ headers }) => headers[WEBHOOK_HEADERS.event]);
    expect(names.sort()).toEqual(told.sort());
    await settled('delivered', told.length);
  });

  it('report a refused link under the signed session, whatever the link names', async () => {
    const token = await there.sign({ sessionId: 'visit-3', iat: -900, exp: -120 });
    await there.launch(token, 'visit-4');
    const got = (await hook.count(2)).map(({ body }) => webhookBody.parse(JSON.parse(body)));
    for (const { sessionId, verified } of got) {
      expect({ sessionId, verified }).toMatchObject({
        sessionId: 'visit-3',
        verified: { session: 'signed' },
      });
    }
    await settled('delivered', 2);
  });

  it('are acknowledged at once, whatever the webhook answers', async () => {
    hook.answer({ status: 500 });
    expect(await tell(event(0))).toMatchObject({ status: 200, body: { stored: 1 } });
  });

  it('are retried with the same id until they are accepted', async () => {
    hook.answer({ status: 503 }, { status: 404 }, { status: 302 }, { status: 204 });
    await tell(event(0));
    const [delivered] = await settled('delivered');
    expect(delivered).toMatchObject({ tries: 4, failure: null });
    const ids = hook.received.map(({ headers }) => headers[WEBHOOK_HEADERS.delivery]);
    expect(ids).toHaveLength(4);
    expect(new Set(ids)).toEqual(new Set([delivered?.id]));
  });

  it('fail after the last retry, and can be replayed', async () => {
    hook.answer({ status: 500 });
    await tell(event(0));
    const [failed] = await settled('failed');
    expect(failed).toMatchObject({ tries: MAX_TRIES, failure: 'HTTP_500' });
    hook.answer({ status: 200 });
    await server.app.events.webhooks.replay(failed?.id ?? '');
    expect(await settled('delivered')).toMatchObject([{ id: failed?.id, tries: 1 }]);
    await expect(server.app.events.webhooks.replay('nothing')).rejects.toThrow(/no delivery/);
  });

  it('are replayed to the current webhook address', async () => {
    await there.configure({ eventsWebhookEndpoint: 'http://127.0.0.1:1/' });
    await tell(event(0));
    const [failed] = await settled('failed');
    expect(failed).toMatchObject({ failure: 'UNREACHABLE' });
    await there.configure({ eventsWebhookEndpoint: `${hook.origin}/moved` });
    await server.app.events.webhooks.replay(failed?.id ?? '');
    expect(await hook.count(1)).toMatchObject([{ path: '/moved' }]);
  });

  it('of other configurations are delivered while a receiver with many events hangs', async () => {
    let held = 0;
    let most = 0;
    const hanging = createServer((request) => {
      most = Math.max(most, (held += 1));
      request.on('close', () => (held -= 1));
    });
    const { port, close } = await listen(hanging);
    await there.configure({ eventsWebhookEndpoint: `http://127.0.0.1:${String(port)}/` });
    await tell(...Array.from({ length: 16 }, (_none, sequence) => event(sequence)));
    const other = await integrator(server, { eventsWebhookEndpoint: `${hook.origin}/events` });
    const { headers } = await other.visit('visit-2');
    const body = event(0, { sessionId: 'visit-2' });
    await call(server, 'POST', `/api/webhook/${other.configId}`, { body, headers });
    await hook.count(1);
    await until(() => most > 0 || undefined);
    await close();
    expect(most).toBeLessThanOrEqual(8);
  });

  it('are sent to the address in the signed profile of their session', async () => {
    const profile = { eventsWebhookEndpoint: `${hook.origin}/of-the-profile` };
    const { headers } = await there.visit('visit-2', profile);
    await tellAs(headers, event(0, { sessionId: 'visit-2' }));
    expect(await hook.count(1)).toMatchObject([{ path: '/of-the-profile' }]);
  });

  it('are signed with both secrets during a rotation, then with the new one', async () => {
    const [old] = await secretsOf();
    await tell(event(0));
    await hook.count(1);
    const next = await server.app.organisations.webhookSecrets.rotate(there.organisationId, 24);
    expect(await secretsOf()).toHaveLength(2);
    await tell(event(1));
    const [, during] = await hook.count(2);
    if (during === undefined) throw new Error('nothing came');
    expect(isGenuine(during, old?.secret ?? '')).toBe(true);
    expect(isGenuine(during, next.secret)).toBe(true);

    const last = await server.app.organisations.webhookSecrets.rotate(there.organisationId, 0);
    await tell(event(2));
    const [, , after] = await hook.count(3);
    if (after === undefined) throw new Error('nothing came');
    expect(isGenuine(after, last.secret)).toBe(true);
    expect(isGenuine(after, next.secret)).toBe(false);
  });

  it('are signed with an old secret until its end, which later rotations do not postpone', async () => {
    const { webhookSecrets } = server.app.organisations;
    const [first] = await secretsOf();
    const endOfFirst = async () => (await secretsOf()).find(({ id }) => id === first?.id)?.endsAt;
    await webhookSecrets.rotate(there.organisationId, 1);
    const ends = await endOfFirst();
    await webhookSecrets.rotate(there.organisationId, 24);
    expect(ends).toEqual(expect.any(Number));
    expect(await endOfFirst()).toBe(ends);
  });

  it('leave no expired secret in the store', async () => {
    const { webhookSecrets } = server.app.organisations;
    const [old] = await secretsOf();
    const next = await webhookSecrets.rotate(there.organisationId, 0);
    await server.app.platform.housekeeping.run();
    const database = openFile(path.join(server.directory, DATABASE_FILE));
    const stored = await database
      .selectFrom('webhook_secrets')
      .select('id')
      .where('id', 'in', [old?.id ?? '', next.id])
      .execute();
    await database.destroy();
    expect(stored).toEqual([{ id: next.id }]);
  });

  it('without a webhook are stored but not sent', async () => {
    await there.configure({});
    expect(await tell(event(0))).toMatchObject({ body: { stored: 1 } });
    expect(await log()).toEqual([]);
  });

  it('are never posted to a private network address', async () => {
    await there.configure({ eventsWebhookEndpoint: 'https://192.168.1.1/events' });
    await tell(event(0));
    expect(await settled('failed')).toMatchObject([{ failure: 'ADDRESS_REFUSED' }]);
  });

  it('leave neither address nor secret in the log', async () => {
    hook.answer({ status: 500 });
    const { headers } = await there.visit('do-not-log-me');
    await tellAs(headers, event(0, { sessionId: 'do-not-log-me' }));
    await settled('failed');
    const text = server.log.join('');
    const [secret] = await secretsOf();
    expect(text).toContain('HTTP_500');
    for (const hidden of [hook.origin, secret?.secret ?? 'none', 'do-not-log-me']) {
      expect(text).not.toContain(hidden);
    }
  });
});

it('undelivered events are sent after a restart', async () => {
  const hook = await startReceiver();
  hook.answer({ status: 503 });
  const directory = await temporaryFolder();
  const options = {
    directory,
    environment: { PERFUSE_PRIVATE_TARGETS: 'loopback' },
    outboundTimes: { webhookRetryMs: () => 0 },
  };
  const first = await startServer(options);
  const there = await integrator(first, { eventsWebhookEndpoint: `${hook.origin}/events` });
  const { headers } = await there.visit('visit-1');
  await call(first, 'POST', `/api/webhook/${there.configId}`, { body: event(0), headers });
  await hook.count(1);
  await first.stop();
  const before = hook.received.length;
  const second = await startServer(options);
  await hook.count(before + 1);
  await second.stop();
  await hook.stop();
  await rm(directory, { recursive: true, force: true });
});

it('the delay between retries grows to at most half an hour', () => {
  expect([1, 2, 3].map(backOffMs)).toEqual([10_000, 20_000, 40_000]);
  expect(backOffMs(MAX_TRIES)).toBe(1_800_000);
});

it('a delivery is tried twelve times over a little more than two hours', () => {
  expect(MAX_TRIES).toBe(12);
  const waits = Array.from({ length: MAX_TRIES - 1 }, (_none, tries) => backOffMs(tries + 1));
  const hours = waits.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(2);
  expect(hours).toBeLessThan(2.5);
});
