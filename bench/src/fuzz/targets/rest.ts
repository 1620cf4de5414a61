// SPDX-License-Identifier: Apache-2.0
/**
 * Requests to every route of the whole server. An input reads as HTTP does: method and address, headers, an empty line,
 * the body. `@TOKEN@` and its like stand for what is alive in this run.
 */
import { ADMIN_HEADER } from '@perfuse/contract/admin/session';
import { EMPTY_PROFILE } from '@perfuse/contract/person/profile';
import { PLACES, type Place } from '../calls/routes.ts';
import { bytesOf, jsonOf, textOf } from '../engine/bytes.ts';
import { demand, demandNoInside } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';
import { openApp } from './app.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;
type Method = (typeof METHODS)[number];
const isMethod = (text: string): text is Method => METHODS.some((method) => method === text);

interface Request {
  readonly method: Method;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** What the parser of Node would let through to the server; null otherwise. */
function requestOf(text: string): Request | null {
  const [head = '', ...rest] = text.split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const [method = '', url = ''] = first.split(' ');
  if (!isMethod(method) || !/^\/[\x21-\x7e]*$/.test(url)) return null;
  if (!URL.canParse(url, 'http://localhost')) return null;
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w-]+): ?([\t\x20-\x7e]*)$/.exec(line) ?? [];
    if (
      name !== '' &&
      !/^(?:content-length|transfer-encoding|upgrade|connection|expect)$/i.test(name)
    )
      headers[name.toLowerCase()] = value;
  }
  return { method, url, headers, body: rest.join('\n\n') };
}

const PARAMETERS: Readonly<Record<string, string>> = {
  configId: '@CONFIG@',
  profileData: '@PROFILE@',
  sessionId: '-',
  id: '@MEASUREMENT@',
  chunk: '0',
};
/** Where `:id` is no measurement. */
const IDS: Readonly<Record<string, string>> = { '/webhook/:id': '@CONFIG@' };
const BODIES: Readonly<Record<string, unknown>> = {
  'POST /analysis/organizations/licenses': {
    Key: '@LICENCE@',
    DeviceTypeID: 'WEB',
    Name: 'a',
    Identifier: 'b',
    Version: '1.0.0',
  },
  'POST /analysis/auths/renew': { Token: '@TOKEN@', RefreshToken: '@REFRESH@' },
  'POST /api/auths/renew': { Token: '@TOKEN@', RefreshToken: '@REFRESH@' },
  'POST /api/auths/generateToken': { Token: '@TOKEN@', RefreshToken: '@REFRESH@' },
  'POST /analysis/measurements': { StudyID: '@STUDY@', Resolution: 0 },
  'POST /analysis/measurements/:id/data': { Action: 'LAST::PROCESS', Payload: '@PAYLOAD@' },
  'POST /api/signin': { accessCode: 'a', email: 'a@example.org', password: 'b' },
  'POST /api/results/:configId': {
    launchId: 'l',
    sessionId: 's-1',
    results: 'e30',
    resultsAreEncrypted: false,
  },
  'POST /api/signin/second-step': { Token: 'a'.repeat(24), Code: '000000' },
  'POST /api/handoff': {
    edition: 'consumer',
    language: 'de',
    session: {
      termsAccepted: true,
      consentCompleted: true,
      profileCompleted: false,
      profile: EMPTY_PROFILE,
    },
  },
  'POST /api/handoff/redeem': { token: 'a', edition: 'consumer' },
  'POST /api/webhook/:id': [
    {
      timestamp: '2026-11-22T07:00:00.000Z',
      sessionId: 's-1',
      sequence: 0,
      event: 'WMS_LOADED',
      severity: 'INFO',
      payload: { a: 'x' },
    },
  ],
  'POST /api/encryption': { configId: '@CONFIG@', sessionId: 's-1', resultsPayload: '{}' },
};

function seedOf({ prefix, row }: Place): string {
  const { method, path, authentication, body } = row;
  const address = path.replace(
    /:(\w+)/g,
    (_, name: string) => (name === 'id' ? IDS[path] : undefined) ?? PARAMETERS[name] ?? '1',
  );
  const key =
    authentication === 'public'
      ? ''
      : authentication === 'administrator'
        ? `cookie: perfuse_admin=@ADMIN@\n${ADMIN_HEADER.name}: ${ADMIN_HEADER.value}\n`
        : 'authorization: Bearer @TOKEN@\n';
  const given = BODIES[`${method} ${prefix}${path}`] ?? {};
  const head = `${method} ${prefix}${address}\n${key}`;
  return body === undefined
    ? `${head}\n`
    : `${head}content-type: application/json\n\n${JSON.stringify(given)}`;
}

export async function openRest(): Promise<Target> {
  const { app, fill, checkLog, close } = await openApp();
  const seeds = PLACES.map(seedOf);
  seeds.push(
    'GET /api/profile/@CONFIG@/@SIGNED@/-\n\n',
    'GET /analysis/measurements?Limit=5&Offset=-1\nauthorization: Bearer @TOKEN@\n\n',
    'GET /api/env-vars?a[]=1&a[__proto__]=2\ncookie: perfuse_config=@CONFIG@.e; a=b\n\n',
    'GET /org/c/@CONFIG@/@SIGNED@/t/r\naccept: text/html\naccept-language: de;q=0.9,*\n\n',
  );
  return {
    seeds: seeds.map(bytesOf),
    words: ['@TOKEN@', '@REFRESH@', '@MEASUREMENT@', '@CONFIG@', '@SIGNED@', '%2F', '%00', '..'],
    close,
    run: async (input) => {
      const given = requestOf(textOf(input));
      if (given === null) return;
      const url = await fill(given.url);
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(given.headers)) headers[name] = await fill(value);
      const payload = await fill(given.body);
      const { method } = given;
      const answer = await app.http.inject({
        method,
        url,
        headers,
        ...(payload === '' ? {} : { payload }),
      });
      checkLog();
      const { statusCode, body } = answer;
      demand(statusCode < 500 || statusCode === 503, `an answer of ${String(statusCode)}`);
      const type = String(answer.headers['content-type'] ?? '');
      if (/\bjson\b/.test(type) && answer.headers['content-encoding'] === undefined) {
        if (method !== 'HEAD')
          demand(jsonOf(body) !== undefined, 'an answer is JSON when it says so');
        demandNoInside(body);
      }
    },
  };
}
