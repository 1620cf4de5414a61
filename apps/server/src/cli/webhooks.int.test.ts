// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call } from '@perfuse/testing/client';
import { done, refused, runCommand, type CommandOptions } from '../testing/command.ts';
import { integrator, type Integrator } from '../testing/integrator.ts';
import { startReceiver, type Receiver } from '@perfuse/testing/receiver';
import { startServer, type TestServer } from '../testing/server.ts';
import { until } from '@perfuse/testing/waiting';

const deliveries = z.array(
  z.object({
    id: z.string(),
    configId: z.string(),
    event: z.string(),
    state: z.string(),
    failure: z.nullable(z.string()),
    created: z.string(),
  }),
);
const replayed = z.object({ ids: z.array(z.string()) });

describe('perfuse webhook', () => {
  let server: TestServer;
  let here: CommandOptions;
  let hook: Receiver;
  let there: Integrator;
  beforeAll(async () => {
    hook = await startReceiver();
    server = await startServer({
      environment: { PERFUSE_PRIVATE_TARGETS: 'loopback' },
      outboundTimes: { webhookRetryMs: () => 0 },
    });
    here = { directory: server.directory };
  });
  afterAll(async () => {
    await server.stop();
    await hook.stop();
  });

  /** Two events whose delivery failed. */
  beforeEach(async () => {
    hook.answer({ status: 500 });
    there = await integrator(server, { eventsWebhookEndpoint: `${hook.origin}/events` });
    const body = [0, 1].map((sequence) => ({
      timestamp: '2026-05-04T10:00:00.000Z',
      sessionId: 'visit-1',
      sequence,
      event: 'CAMERA_STARTED',
      severity: 'INFO',
      payload: {},
    }));
    const { headers } = await there.visit('visit-1');
    await call(server, 'POST', `/api/webhook/${there.configId}`, { body, headers });
    await settled('failed', 2);
    hook.answer({ status: 200 });
  });

  const settled = (state: 'failed' | 'delivered', count: number) =>
    until(
      async () => {
        // The poll that the server starts every few seconds.
        server.app.platform.jobs.trigger('webhook');
        const filter = { configurationId: there.configId, state, limit: 100 };
        const rows = await server.app.events.webhooks.list(filter);
        return rows.length === count ? rows : undefined;
      },
      `${String(count)} deliveries that are ${state}`,
    );
  const list = (...words: readonly string[]) =>
    done(deliveries, ['webhooks', 'list', '-o', there.identifier, ...words], here);

  it('lists deliveries of one organisation, by state and by configuration', async () => {
    const rows = await list('--state', 'failed', '--configuration', there.configId);
    const one = { configId: there.configId, event: 'CAMERA_STARTED', failure: 'HTTP_500' };
    expect(rows).toMatchObject([one, one]);
    expect(await list('--state', 'delivered')).toEqual([]);
    const foreign = ['webhook', 'list', '-o', 'perfuse'];
    expect(await done(deliveries, foreign, here)).toEqual([]);
    expect(await refused(['webhook', 'list', '-o', 'nobody'], here)).toMatchObject({
      code: 'NOT_FOUND',
      exit: 3,
    });
  });

  it('resends one delivery while the server runs', async () => {
    const [first, second] = await settled('failed', 2);
    const words = ['webhook', 'replay', first?.id ?? ''];
    expect(await done(replayed, words, here)).toEqual({ ids: [first?.id] });
    expect(await settled('delivered', 1)).toMatchObject([{ id: first?.id }]);
    expect(await list('--state', 'failed')).toMatchObject([{ id: second?.id }]);
    const audit = ['audit', 'list', '-o', there.identifier, '--action', 'delivery'];
    const noted = z.array(z.object({ target: z.string() }));
    expect(await done(noted, audit, here)).toMatchObject([{ target: first?.id }]);
  });

  it('resends all failed deliveries of a configuration, and audits it', async () => {
    const ids = (await settled('failed', 2)).map(({ id }) => id);
    const words = ['webhook', 'replay', '--failed', there.configId];
    expect((await done(replayed, words, here)).ids.sort()).toEqual(ids.sort());
    await settled('delivered', 2);
    expect(await done(replayed, words, here)).toEqual({ ids: [] });
    const { output } = await runCommand(['audit', 'list', '--json'], here);
    expect(output).toContain('delivery.replay');
  });

  it('resends nothing without a delivery or a configuration, with both, or for an unknown delivery', async () => {
    const replay = ['webhook', 'replay'];
    const [one] = await settled('failed', 2);
    for (const words of [replay, [...replay, one?.id ?? '', '--failed', there.configId]]) {
      expect(await refused(words, here)).toMatchObject({ code: 'VALIDATION_ERROR', exit: 3 });
    }
    expect(await refused([...replay, 'nothing'], here)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await list('--state', 'failed')).toHaveLength(2);
  });

  it('keeps the previous secret valid for a day by default, and for a week at most', async () => {
    const words = (name: string) => ['webhook', name, '-o', there.identifier];
    const secrets = z.array(z.object({ id: z.string(), ends: z.nullable(z.string()) }));
    const listed = () => done(secrets, words('secrets'), here);
    const [first] = await listed();
    const before = Date.now();
    const { id } = await done(z.object({ id: z.string() }), words('rotate'), here);
    const [now, earlier] = await listed();
    expect(now).toEqual({ id, ends: null });
    expect(earlier?.id).toBe(first?.id);
    const hours = (Date.parse(earlier?.ends ?? '') - before) / 3_600_000;
    expect(hours).toBeCloseTo(24, 1);
    await done(z.unknown(), [...words('rotate'), '--overlap-hours', '168'], here);
    expect(await refused([...words('rotate'), '--overlap-hours', '169'], here)).toMatchObject({
      code: 'USAGE',
    });
  });
});
