// SPDX-License-Identifier: Apache-2.0
/**
 * People and an organisation use every function of a server, with the most verbose log level and every trace sampled.
 * Afterwards neither log nor traces contain anything that was typed, given or measured.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import type { RemoteEvent } from '@perfuse/contract/events/events';
import { encodeDemographics } from '@perfuse/contract/person/demographics';
import { resultMessageSchema } from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';
import { phantomChunks } from '@perfuse/phantom';
import { realWorker } from '../testing/bundled.ts';
import { actionOf, payloadOf } from '@perfuse/testing/chunks';
import { call, connect, openMeasurement, type Answer } from '@perfuse/testing/client';
import { integrator, measured } from '../testing/integrator.ts';
import { mailServer, type MailServer } from '@perfuse/testing/mail-server';
import { codeIn, confirmationIn, FULL_CONSENT, linkIn, pairOf, signIn } from '../testing/people.ts';
import { startReceiver, type Receiver } from '@perfuse/testing/receiver';
import { startServer, type TestServer } from '../testing/server.ts';
import { spansIn, type SentSpan } from '@perfuse/testing/spans';
import { until } from '@perfuse/testing/waiting';

const EMAIL = 'leaky.person@example.org';
const PHONE = '+4915112345699';
const PASSWORD = 'Dripping-horse7';
const NEXT_PASSWORD = 'Dripping-next8';
const PERSON = {
  ageYears: 47,
  heightCm: 173.25,
  weightKg: 81.375,
  sex: 'female',
  smoker: false,
  diabetes: 'none',
  hypertension: false,
  bloodPressureMedication: false,
  waistCm: 88.125,
} as const;
const PROFILE = {
  identifier: 'leaky-case-7',
  age: '53',
  height: 169,
  weight: 77,
  gender: 'M',
  resultsCallbackUrl: 'https://clinic.example/done',
} as const;
const USER_AGENT = 'LeakyBrowser/1.0';
const MEASURED = z.object({ HR_BPM: z.object({ Data: z.tuple([z.number()]) }) });

/** Whether a text contains another, but not as digits of a longer number or of an identifier. */
function mentions(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + wanted.length] ?? ' '}`;
    if (!/^\d+$/.test(wanted) || !/[\w-]/.test(around)) return true;
  }
  return false;
}

describe('a whole run', () => {
  let server: TestServer;
  let mail: MailServer;
  let gateway: Receiver;
  let collector: Receiver;
  let organisation: Receiver;
  /** Everything that must not be found, by description. */
  const told = new Map<string, string>();
  let lines: readonly string[];
  let spans: readonly SentSpan[];
  let metrics: string;
  let measurementId: string;
  /** The measurement of the visit by link. */
  let launchedMeasurementId: string;

  const note = <T extends string>(what: string, text: T): T => {
    expect(text, what).not.toBe('');
    told.set(what, text);
    return text;
  };
  const ask = async (
    method: string,
    path: string,
    part: { readonly body?: unknown; readonly token?: string } = {},
  ): Promise<Answer> => {
    const headers = { 'user-agent': USER_AGENT };
    const answer = await call(server, method, path, { ...part, headers });
    expect(answer.status, `${method} ${path}`).toBe(200);
    return answer;
  };
  const post = (path: string, body: unknown, token?: string): Promise<Answer> =>
    ask('POST', path, { body, token });
  const mailWith = (find: (mail: { body: string }) => string): Promise<string> =>
    until(() => {
      // Long lines of a mail are folded with an equals sign.
      const bodies = mail.mails.map(({ text }) => ({ body: text.replaceAll('=\r\n', '') }));
      return bodies.map(find).find((found) => found !== '');
    }, 'a mail with a link');

  async function signUpAndIn(): Promise<string> {
    await post('/api/users', { email: EMAIL, password: PASSWORD, phoneNumber: null });
    await post('/api/users', { email: EMAIL, password: PASSWORD, phoneNumber: null });
    const token = note('confirmation', await mailWith(confirmationIn));
    await post('/api/users/confirm', { token, password: PASSWORD });
    expect((await signIn(server, EMAIL, note('wrong password', 'Leaky-wrong7'))).status).toBe(401);
    await post('/api/resetPass', { email: EMAIL });
    const link = note('reset link', await mailWith(linkIn));
    await post('/api/resetPass/complete', { token: link, password: NEXT_PASSWORD });
    const pair = pairOf(await signIn(server, EMAIL, NEXT_PASSWORD));
    note('refresh token', pair.RefreshToken);
    note('first token', pair.Token);
    const renewed = await post('/api/auths/renew', pair);
    note('session cookie', renewed.headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? '');
    return note('token', pairOf(renewed).Token);
  }

  async function signInByPhone(): Promise<void> {
    await post('/api/users', { phoneNumber: PHONE });
    const [sent] = await gateway.count(1);
    const LoginCode = note('code', codeIn({ body: sent?.body ?? '' }));
    const pair = pairOf(await post('/analysis/users/auth/code', { LoginCode, PhoneNumber: PHONE }));
    note('token of a phone', pair.Token);
    await call(server, 'GET', `/analysis/users/auth/code/perfuse/${encodeURIComponent(PHONE)}`);
  }

  async function measure(token: string): Promise<void> {
    await post('/analysis/consents', { ...FULL_CONSENT, description: 'leaky-consent' }, token);
    await post('/analysis/users/profiles', { Name: 'Leaky Name', Email: EMAIL }, token);
    const saved = await post('/api/userData', { userData: 'leaky-data' }, token);
    note('data cookie', saved.headers.getSetCookie()[0]?.split(/[=;]/)[1] ?? '');
    measurementId = await openMeasurement(server, token);
    const socket = await connect(server, token);
    const subscription = { Params: { ID: measurementId }, RequestID: 'leakyasked' };
    await socket.ask(ACTIONS.subscribeResults, subscription);
    const person = encodeDemographics(PERSON);
    const chunks = phantomChunks({ bpm: 66, snr: 12, seed: 3, person });
    for (const [at, chunk] of chunks.entries()) {
      const Payload = payloadOf(chunk);
      note(`payload ${String(at)}`, Payload.slice(0, 400));
      const body = { Params: { ID: measurementId }, Action: actionOf(at, chunks.length), Payload };
      expect((await socket.ask(ACTIONS.data, body)).status).toBe(200);
    }
    const results = await socket.resultCount('leakyasked', chunks.length);
    const { Channels } = resultMessageSchema.parse(results.at(-1)?.body);
    expect(MEASURED.parse(Channels).HR_BPM.Data[0]).toBeGreaterThan(0);
    for (const [code, { Data }] of Object.entries(Channels)) {
      const [value = 0] = Data;
      // Shorter numbers could be unrelated milliseconds.
      if (value >= 100_000) note(`result ${code}`, String(value));
      if (value >= 100_000 && value % 10_000 !== 0) note(`shown ${code}`, String(value / 10_000));
    }
    await socket.ask(ACTIONS.data, { Params: { ID: 'leaky-measurement' }, Payload: 'leaky' });
    socket.socket.close();
  }

  async function launch(): Promise<void> {
    const there = await integrator(server, {
      callbackOrigins: ['https://clinic.example'],
      resultsCallbackApiUrl: `${organisation.origin}/leaky-results`,
      eventsWebhookEndpoint: `${organisation.origin}/leaky-events`,
    });
    note('licence key', there.licenceKey);
    note('launch key', there.launchKey.privateKey.split('\n')[1] ?? '');
    const visit = await there.visit('leaky-session', PROFILE);
    note('launch id', visit.launched.launchId);
    const measuredResults = await measured(server, visit);
    launchedMeasurementId = measuredResults.measurementId;
    const send = (path: string, body: unknown) =>
      call(server, 'POST', path, { headers: visit.headers, body });
    const event: RemoteEvent = {
      timestamp: '2026-05-04T10:00:00.000Z',
      sessionId: 'leaky-session',
      sequence: 0,
      event: 'CREATED',
      severity: 'INFO',
      payload: { measurementId: 'leaky-id' },
    };
    await send(`/api/webhook/${there.configId}`, [event]);
    const results = Buffer.from(JSON.stringify(measuredResults)).toString('base64');
    note('results', results);
    await send(`/api/results/${there.configId}`, {
      sessionId: 'leaky-session',
      results,
      resultsAreEncrypted: false,
    });
    await organisation.count(2);
    for (const { secret } of await server.app.organisations.webhookSecrets.active(
      there.organisationId,
    ))
      note('webhook secret', secret);
  }

  beforeAll(async () => {
    [gateway, collector, organisation] = await Promise.all([
      startReceiver(),
      startReceiver(),
      startReceiver(),
    ]);
    for (const receiver of [gateway, collector]) receiver.answer({ status: 200 });
    organisation.answer({ status: 200, body: { dataId: 'leaky-answer' } });
    mail = await mailServer({ name: 'perfuse', password: note('mail password', 'leaky-pa-ss') });
    server = await startServer({
      workerFile: await realWorker(),
      logLevel: 'trace',
      environment: {
        PERFUSE_REGION: 'cn',
        PERFUSE_SMTP_URL: mail.url,
        PERFUSE_SMS_URL: `${gateway.origin}/leaky-gateway`,
        PERFUSE_SMS_AUTHORIZATION: 'Bearer leaky-gateway-key',
        PERFUSE_PRIVATE_TARGETS: 'loopback',
        PERFUSE_METRICS_PORT: '0',
        PERFUSE_TRACES_URL: `${collector.origin}/v1/traces`,
        PERFUSE_TRACES_AUTHORIZATION: note('collector key', 'leaky-collector-key'),
      },
    });
    const token = await signUpAndIn();
    await signInByPhone();
    await measure(token);
    await launch();
    await ask('GET', '/api/history', { token });
    await ask('GET', `/api/history/${measurementId}`, { token });
    await ask('GET', '/api/account/data', { token });
    await call(server, 'GET', '/leaky-path?leaky=query');
    await call(server, 'POST', '/api/signin', { body: { email: { leaky: EMAIL } } });
    await fetch(`${server.origin}/api/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"email":"${EMAIL}`,
    });
    await post('/api/account/erase', { password: NEXT_PASSWORD }, token);
    metrics = await server.app.platform.metrics.text();
    // Log lines are written, and spans sent, after their answers: a stop waits for both.
    await server.stop();
    lines = server.log.filter((line) => !line.includes('Server listening at'));
    spans = spansIn(collector.received.map(({ body }) => body));
  }, 180_000);
  afterAll(async () => {
    await mail.close();
    for (const receiver of [gateway, collector, organisation]) await receiver.stop();
  });

  it.each(['the log', 'the traces', 'the metrics'])(
    'leaves no entered, transmitted or measured data in %s',
    (place) => {
      const texts = {
        'the log': lines.join(''),
        'the traces': collector.received.map(({ body }) => body).join('\n'),
        'the metrics': metrics,
      };
      const text = z.string().parse(Object.entries(texts).find(([name]) => name === place)?.[1]);
      expect(text).toContain('/api/signin');
      const fixed = { EMAIL, PHONE, digits: PHONE.slice(1), PASSWORD, NEXT_PASSWORD, USER_AGENT };
      for (const [what, value] of [...told, ...Object.entries(fixed)]) {
        expect(mentions(text, value), `${place} holds: ${what}`).toBe(false);
      }
      expect(text).not.toMatch(/leaky|127\.0\.0\.1|clinic\.example/i);
      for (const value of [PERSON.heightCm, PERSON.weightKg, PERSON.waistCm]) {
        expect(text).not.toContain(String(value));
      }
      for (const name of ['AGE_YEARS', 'ageYears', 'HR_BPM', 'gender', 'Authorization', 'Cookie']) {
        expect(text).not.toContain(name);
      }
    },
  );

  it('writes log lines of known fields, whose values are ids, counts and patterns', () => {
    expect(lines.length).toBeGreaterThan(20);
    const uuid = z.string().check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/));
    const word = z.string().check(z.regex(/^[\w .:-]{1,60}$/));
    const line = z.strictObject({
      level: z.enum(['trace', 'debug', 'info', 'warn', 'error']),
      time: z.iso.datetime(),
      msg: z.string().check(z.regex(/^[a-z][a-z ,']{2,60}$/)),
      reqId: z.optional(uuid),
      method: z.optional(z.enum(['GET', 'POST', 'PATCH', 'DELETE', 'PUT'])),
      route: z.optional(z.string().check(z.regex(/^(?:\(unknown\)|\/[\w./:*-]*)$/))),
      status: z.optional(z.int()),
      ms: z.optional(z.int()),
      count: z.optional(z.int()),
      chunk: z.optional(z.int()),
      measurement: z.optional(uuid),
      code: z.optional(word),
      reason: z.optional(word),
      trace: z.optional(z.string().check(z.regex(/^[\da-f]{32}$/))),
      span: z.optional(z.string().check(z.regex(/^[\da-f]{16}$/))),
    });
    for (const text of lines) {
      expect(line.safeParse(JSON.parse(text)).error?.issues, text).toBeUndefined();
    }
    // Password guessing shows in the code of the refusal, without anybody's name.
    const refused = '"route":"/api/signin","status":401,"code":"';
    expect(lines.filter((text) => text.includes(refused))).not.toEqual([]);
  });

  it('serves every metric that the dashboard and alerts use, and no unused perfuse_ metric', async () => {
    const deploy = new URL('../../../../deploy/', import.meta.url);
    const files = ['grafana/perfuse.json', 'prometheus/alerts.yml', 'prometheus/prometheus.yml'];
    const texts = await Promise.all(files.map((file) => readFile(new URL(file, deploy), 'utf8')));
    const served = new Set([...metrics.matchAll(/^# TYPE (\w+) /gm)].map((match) => match[1]));
    const plain = (name: string): string => name.replace(/_(?:bucket|count|sum)$/, '');
    const named = new Set(
      texts.flatMap((text) =>
        Array.from(text.matchAll(/\b(?:perfuse|process|nodejs)_\w+/g), ([name]) => plain(name)),
      ),
    );
    expect([...named].filter((name) => !served.has(name))).toEqual([]);
    const own = [...served].filter((name) => name?.startsWith('perfuse_') === true);
    expect(own.filter((name) => !named.has(name ?? ''))).toEqual([]);
    const dashboard = z.object({
      uid: z.literal('perfuse'),
      title: z.string(),
      schemaVersion: z.int().check(z.minimum(39)),
      templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.string() })) }),
      panels: z.array(
        z.object({
          id: z.int(),
          type: z.enum(['timeseries', 'stat']),
          title: z.string(),
          description: z.string(),
          gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
          targets: z.array(z.object({ refId: z.string(), expr: z.string() })),
        }),
      ),
    });
    const { panels } = dashboard.parse(JSON.parse(texts[0] ?? ''));
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });

  it('logs the trace id of a request', () => {
    const request = lines
      .map((text) => z.looseObject({ trace: z.optional(z.string()) }).parse(JSON.parse(text)))
      .find(({ route }) => route === '/analysis/measurements');
    // Its statements end before it does, and may be sent before it.
    const traced = spans.filter(({ traceId }) => traceId === request?.trace);
    expect(traced.find(({ name }) => name === 'POST /analysis/measurements')).toMatchObject({
      attributes: { 'http.request.method': 'POST', 'http.response.status_code': 200 },
    });
  });

  it('traces requests, socket actions, statements, outgoing messages and every analysis', () => {
    const names = new Set(spans.map(({ name }) => name));
    for (const name of [
      'POST /api/signin',
      'socket 0506',
      'insert chunks',
      'send mail',
      'send sms',
      'post to an organisation',
    ]) {
      expect(names).toContain(name);
    }
    const analyses = spans.filter(
      ({ name, attributes }) =>
        name === 'analyse a chunk' && attributes['perfuse.measurement'] === measurementId,
    );
    expect(analyses.map(({ attributes }) => attributes['perfuse.chunk'])).toEqual([
      0, 1, 2, 3, 4, 5,
    ]);
    for (const { traceId, spanId } of analyses) {
      const parts = spans.filter((span) => span.traceId === traceId && span.parent === spanId);
      expect(parts.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['wait for a thread', 'engine']),
      );
    }
  });

  it('puts only permitted attributes into spans', () => {
    const facts = z.strictObject({
      'http.request.method': z.optional(z.enum(['GET', 'POST', 'PATCH', 'DELETE', 'PUT'])),
      'http.route': z.optional(z.string().check(z.regex(/^(?:\(unknown\)|\/[\w./:*-]*)$/))),
      'http.response.status_code': z.optional(z.int()),
      'db.operation.name': z.optional(z.string().check(z.regex(/^[a-z]+$/))),
      'db.collection.name': z.optional(z.string().check(z.regex(/^[a-z_]+$/))),
      'perfuse.action': z.optional(z.string().check(z.regex(/^(?:\d{4}|\(unknown\))$/))),
      'perfuse.measurement': z.optional(z.enum([measurementId, launchedMeasurementId])),
      'perfuse.chunk': z.optional(z.int()),
      'perfuse.tries': z.optional(z.int()),
      'perfuse.channel': z.optional(z.enum(['mail', 'sms'])),
      'error.type': z.optional(z.string().check(z.regex(/^[\w.-]{1,40}$/))),
    });
    expect(spans.length).toBeGreaterThan(100);
    for (const span of spans) {
      expect(facts.safeParse(span.attributes).error?.issues, span.name).toBeUndefined();
      expect(span.hasMessage).toBe(false);
    }
  });
});
