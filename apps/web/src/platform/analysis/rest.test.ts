// SPDX-License-Identifier: Apache-2.0
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PAYLOAD_VERSION } from '@perfuse/contract/payload/codec';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { analysisAddresses } from './addresses.ts';
import { ANSWER_MS, createAnalysisRest, type AnalysisRest } from './rest.ts';
import type { ProfileOwner } from './server-profile.ts';
import { createTokenRenewal } from './token-renewal.ts';

interface Call {
  readonly path: string;
  readonly token: string | undefined;
  readonly body: unknown;
}
interface Answer {
  /** 0: no answer arrives. */
  readonly status: number;
  readonly retryAfter?: string;
  /** Null: none is sent. */
  readonly type?: null;
  readonly body?: unknown;
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const configuration = (payloadVersion: number) =>
  base64({ payloadVersion, durationS: 24, chunkS: 4, chunkCount: 6 });
const okConfiguration: Answer = {
  status: 200,
  body: { MD5Hash: 'abc', ConfigFile: configuration(PAYLOAD_VERSION) },
};
const refusal = (status: number, retryAfter?: string): Answer => ({
  status,
  body: { Code: 'X', Message: 'x' },
  ...(retryAfter === undefined ? {} : { retryAfter }),
});

let server: Server;
let calls: Call[];
let answers: Answer[];
let rest: AnalysisRest;
let token: string;
let waits: number[];
let logged: string[];

const restWith = (
  waitsForBusy?: boolean,
  owner?: ProfileOwner,
  hasConsent?: () => Promise<boolean>,
): AnalysisRest => {
  const { port } = server.address() as AddressInfo; // listening on a port, not on a pipe
  return createAnalysisRest(
    analysisAddresses(`127.0.0.1:${String(port)}/analysis`, 'http:'),
    createTokenRenewal({
      get: () => Promise.resolve(token),
      renew: () => {
        token = 'token-2';
        return Promise.resolve(token);
      },
    }),
    {
      waitsForBusy,
      owner: owner && (() => owner),
      hasConsent,
      log: (message) => void logged.push(message),
      wait: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    },
  );
};

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request) text += String(part);
  return text === '' ? undefined : JSON.parse(text);
}

beforeEach(async () => {
  calls = [];
  answers = [];
  waits = [];
  logged = [];
  token = 'token-1';
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      calls.push({ path: request.url ?? '', token: request.headers.authorization, body });
      const answer = answers.shift() ?? { status: 500 };
      if (answer.status === 0) return;
      if (answer.retryAfter !== undefined) response.setHeader('retry-after', answer.retryAfter);
      if (answer.type !== null) {
        response.setHeader('content-type', 'application/json; charset=utf-8');
      }
      response.writeHead(answer.status);
      response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  rest = restWith();
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('the plan of a study', () => {
  it('is requested with the token, below the path of the host', async () => {
    answers = [okConfiguration];
    expect(await rest.plan('study')).toEqual({ chunkCount: 6, chunkS: 4 });
    expect(calls).toEqual([
      {
        path: '/analysis/studies/sdkconfig',
        token: 'Bearer token-1',
        body: { StudyID: 'study', SDKID: 'perfuse-web', MD5Hash: '' },
      },
    ]);
  });

  it.each<[string, Answer]>([
    ['with a content type', { status: 304 }],
    ['without a content type', { status: 304, type: null }],
  ])('is reused while the service reports it as unchanged, %s', async (_, unchanged) => {
    answers = [okConfiguration, unchanged];
    await rest.plan('study');
    expect(await rest.plan('study')).toEqual({ chunkCount: 6, chunkS: 4 });
    expect(calls[1]?.body).toMatchObject({ MD5Hash: 'abc' });
  });

  it('is replaced when the service has another', async () => {
    const other = base64({
      payloadVersion: PAYLOAD_VERSION,
      durationS: 40,
      chunkS: 5,
      chunkCount: 8,
    });
    answers = [okConfiguration, { status: 200, body: { MD5Hash: 'def', ConfigFile: other } }];
    await rest.plan('study');
    expect(await rest.plan('study')).toEqual({ chunkCount: 8, chunkS: 5 });
  });

  it('is not reused when the service refuses or cannot be reached', async () => {
    answers = [okConfiguration, refusal(403)];
    await rest.plan('study');
    await expect(rest.plan('study')).rejects.toMatchObject({ code: 'NOT_ACCEPTED' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(rest.plan('study')).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    server = createServer().listen(0);
  });

  it('is not reused for another study', async () => {
    answers = [okConfiguration, okConfiguration];
    await rest.plan('study');
    await rest.plan('other');
    expect(calls[1]?.body).toMatchObject({ StudyID: 'other', MD5Hash: '' });
  });

  it('is the default one when the file is for other clients', async () => {
    answers = [{ status: 200, body: { MD5Hash: 'x', ConfigFile: 'AAECAw==' } }];
    expect(await rest.plan('study')).toEqual({ chunkCount: 6, chunkS: 5 });
  });

  it('is refused when the service requires another payload version', async () => {
    answers = [
      { status: 200, body: { MD5Hash: 'x', ConfigFile: configuration(PAYLOAD_VERSION + 1) } },
    ];
    await expect(rest.plan('study')).rejects.toMatchObject({ code: 'UNKNOWN' });
  });

  it('is requested again with a renewed token', async () => {
    answers = [refusal(401), okConfiguration];
    expect(await rest.plan('study')).toEqual({ chunkCount: 6, chunkS: 4 });
    expect(calls.map((call) => call.token)).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('is requested with a renewed token each time that the current one has expired', async () => {
    answers = [refusal(401), okConfiguration, refusal(401), okConfiguration];
    await rest.plan('study');
    expect(await rest.plan('study')).toEqual({ chunkCount: 6, chunkS: 4 });
  });

  it('does not renew a token again that was refused right after its renewal', async () => {
    answers = [refusal(401), refusal(401), refusal(401), okConfiguration];
    await expect(rest.plan('study')).rejects.toMatchObject({ code: 'SDK_CONFIG_REFUSED' });
    await expect(rest.plan('study')).rejects.toMatchObject({ code: 'AUTHORIZATION' });
    expect(calls).toHaveLength(3);
  });

  it.each([
    [[refusal(401), refusal(401)], 'SDK_CONFIG_REFUSED'],
    [[refusal(403)], 'NOT_ACCEPTED'],
    [[refusal(500)], 'NETWORK_ERROR'],
    [[refusal(404)], 'UNKNOWN'],
    [[{ status: 200, body: { MD5Hash: 1 } }], 'UNKNOWN'],
  ] as const)('fails on %j as %s', async (given, code) => {
    answers = [...given];
    await expect(rest.plan('study')).rejects.toMatchObject({ code });
  });
});

describe('a service that never answers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['the plan', () => rest.plan('study')],
    ['a measurement', () => rest.create('study')],
  ] as const)('counts as no connection when asked for %s', async (_, ask) => {
    answers = [{ status: 0 }];
    const asking = ask().catch((cause: unknown) => cause);
    while (calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(ANSWER_MS);
    expect(await asking).toMatchObject({ code: 'NETWORK_ERROR' });
  });
});

describe('a service that is busy', () => {
  const plan = { ask: () => rest.plan('study'), good: okConfiguration };
  const create = { ask: () => rest.create('study'), good: { status: 200, body: { ID: 'm-1' } } };

  it.each([
    ['429', 'the plan', refusal(429), plan],
    ['503', 'the plan', refusal(503), plan],
    ['429', 'a measurement', refusal(429), create],
    ['503', 'a measurement', refusal(503), create],
  ])('with %s is asked for %s again, after increasing delays', async (_, _of, busy, of) => {
    answers = [busy, busy, busy, of.good];
    await of.ask();
    expect(calls).toHaveLength(4);
    [1000, 2000, 4000].forEach((minMs, index) => {
      expect(waits[index]).toBeGreaterThanOrEqual(minMs);
      expect(waits[index]).toBeLessThanOrEqual(minMs * 1.25);
    });
  });

  it.each([
    ['the plan', plan],
    ['a measurement', create],
  ])(
    'does not count as an expired token: after a few attempts %s fails as SERVICE_BUSY',
    async (_, of) => {
      answers = Array.from({ length: 9 }, () => refusal(503));
      await expect(of.ask()).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
      expect(calls).toHaveLength(4);
    },
  );

  it('is not asked before its Retry-After, in seconds or as a date', async () => {
    const date = new Date(Date.now() + 9000).toUTCString();
    answers = [refusal(429, '5'), refusal(503, date), create.good];
    expect(await create.ask()).toBe('m-1');
    expect(waits[0]).toBeGreaterThanOrEqual(5000);
    // A date has a resolution of one second.
    expect(waits[1]).toBeGreaterThan(7000);
  });

  it('is not waited for when its Retry-After is long', async () => {
    answers = [refusal(429, '60'), create.good];
    await expect(create.ask()).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
    expect([calls.length, waits.length]).toEqual([1, 0]);
  });

  it('fails at once with the literal setting: a failed create is CREATE_REFUSED', async () => {
    answers = [refusal(429), refusal(503)];
    const literal = restWith(false);
    await expect(literal.create('study')).rejects.toMatchObject({ code: 'CREATE_REFUSED' });
    await expect(literal.plan('study')).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    expect(calls).toHaveLength(2);
  });

  it('is not asked again after the caller aborted', async () => {
    const cancelling = new AbortController();
    answers = [refusal(503), create.good];
    const asked = rest.create('study', null, cancelling.signal);
    cancelling.abort();
    await expect(asked).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
    expect(calls).toHaveLength(1);
  });
});

describe('a new measurement', () => {
  it('has the id that the service assigned', async () => {
    answers = [{ status: 200, body: { ID: 'm-1' } }];
    expect(await rest.create('study')).toBe('m-1');
    expect(calls).toEqual([
      {
        path: '/analysis/measurements',
        token: 'Bearer token-1',
        body: { StudyID: 'study', Resolution: 0 },
      },
    ]);
  });

  it.each([
    [refusal(400), 'CREATE_REFUSED'],
    [refusal(401), 'AUTHORIZATION'],
    [refusal(403), 'NOT_ACCEPTED'],
    [refusal(500), 'CREATE_REFUSED'],
  ])('fails on %j as %s', async (answer, code) => {
    answers = [answer, answer];
    await expect(rest.create('study')).rejects.toMatchObject({ code });
  });

  it.each([
    ['CONSENT_MISSING', 'lacks it', () => Promise.resolve(false)],
    ['NOT_ACCEPTED', 'has it', () => Promise.resolve(true)],
    ['NOT_ACCEPTED', 'cannot be asked', () => Promise.reject(new Error('offline'))],
  ])(
    'that is not accepted fails as %s where the service, asked for the consent, %s',
    async (code, _, hasConsent) => {
      answers = [refusal(403)];
      await expect(
        restWith(undefined, undefined, hasConsent).create('study'),
      ).rejects.toMatchObject({ code });
    },
  );

  it('fails as CREATE_REFUSED for another reason than the consent, even if that is missing', async () => {
    answers = [refusal(400)];
    const refused = restWith(undefined, undefined, () => Promise.resolve(false)).create('study');
    await expect(refused).rejects.toMatchObject({ code: 'CREATE_REFUSED' });
  });

  it('fails with NETWORK_ERROR when the service is unreachable', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(rest.create('study')).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
    server = createServer().listen(0);
  });
});

describe('the profile at the service', () => {
  const profile = (ID: string, name: string) => ({
    ID,
    Name: name,
    Email: name,
    Status: 'ACTIVE',
    MeasurementCount: 0,
    Created: 1,
    Updated: 1,
  });
  const list = (...names: readonly string[]): Answer => ({
    status: 200,
    body: names.map((name) => profile(`p-${name}`, name)),
  });
  const made = (ID: string): Answer => ({ status: 200, body: { ID } });
  const GUEST = { kind: 'guest' } as const;
  const USER = { kind: 'user', account: 'Ada@example.org' } as const;
  const created = (owner: ProfileOwner) => restWith(undefined, owner).create('study', 'visit-1');
  const measurement = () => calls.at(-1)?.body;

  it.each([
    ["the account's e-mail", USER, 'ada@example.org'],
    [
      'the phone number of who signs in by phone',
      { kind: 'user', account: '+4915112345678' },
      '+4915112345678',
    ],
    ['guest', GUEST, 'guest'],
  ] as const)('is looked up by %s and sent with the measurement', async (_, owner, name) => {
    answers = [list('ben', name), made('m-1')];
    expect(await created(owner)).toBe('m-1');
    expect(calls[0]?.path).toMatch(/^\/analysis\/users\/profiles\?/);
    expect(measurement()).toEqual({
      StudyID: 'study',
      Resolution: 0,
      UserProfileID: `p-${name}`,
      PartnerID: 'visit-1',
    });
  });

  it.each([
    [USER, USER.account],
    [GUEST, 'guest'],
  ] as const)('is created where it is missing: %j', async (owner, name) => {
    answers = [list('ben'), made('p-new'), made('m-1')];
    expect(await created(owner)).toBe('m-1');
    expect(calls[1]).toMatchObject({
      path: '/analysis/users/profiles',
      body: { Name: name, Email: name },
    });
    expect(measurement()).toMatchObject({ UserProfileID: 'p-new' });
  });

  it.each([
    ['the list is refused', [refusal(503)]],
    ['the list cannot be read', [{ status: 200, body: { rows: [] } }]],
    ['the profile cannot be created', [list(), refusal(403)]],
  ] as const)('does not stop a measurement when %s', async (_, given) => {
    answers = [...given, made('m-1')];
    expect(await created(GUEST)).toBe('m-1');
    expect(measurement()).toEqual({ StudyID: 'study', Resolution: 0, PartnerID: 'visit-1' });
    expect(logged).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  it('does not stop a measurement when it is deleted meanwhile', async () => {
    answers = [list('guest'), refusal(404), made('m-1')];
    expect(await created(GUEST)).toBe('m-1');
    expect(measurement()).not.toHaveProperty('UserProfileID');
    expect(logged).toHaveLength(1);
  });
});
