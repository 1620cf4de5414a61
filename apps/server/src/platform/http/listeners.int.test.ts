// SPDX-License-Identifier: Apache-2.0
/** Whatever is sent to any port, the server answers or closes the connection; it never fails and never ends. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { ADMIN_PATH } from '@perfuse/contract/admin/session';
import { EVERY_ANALYSIS_ROUTE } from '@perfuse/contract/analysis/every-route';
import { BACKEND_PATH } from '@perfuse/contract/backend/errors';
import { EVERY_BACKEND_ROUTE } from '@perfuse/contract/backend/every-route';
import { EVENT_ROUTES } from '@perfuse/contract/events/routes';
import { HANDOFF_ROUTES } from '@perfuse/contract/handoff/routes';
import { LAUNCH_ROUTES } from '@perfuse/contract/launch/routes';
import type { Route } from '@perfuse/contract/route';
import { guest } from '@perfuse/testing/client';
import {
  askForSocketAndReset,
  exchange,
  HOSTILE_ADDRESSES,
  HOSTILE_METHODS,
  statusOf,
  wireOf,
} from '@perfuse/testing/hostile-requests';
import type { FastifyInstance } from 'fastify';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrganisation } from '../../testing/organisation.ts';
import { person } from '../../testing/people.ts';
import { NO_LIMITS, startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';
import { openOperatorPort } from './operator-port.ts';

const addressesOf = (
  prefix: string,
  ...tables: readonly Readonly<Record<string, Route>>[]
): string[] =>
  tables.flatMap((table) =>
    Object.values(table).map(({ path }) => prefix + path.replaceAll(/:\w+/g, 'a-1')),
  );
const ROUTES = new Set([
  ...addressesOf('/analysis', EVERY_ANALYSIS_ROUTE),
  ...addressesOf(BACKEND_PATH, EVERY_BACKEND_ROUTE, LAUNCH_ROUTES, HANDOFF_ROUTES, EVENT_ROUTES),
  ...addressesOf(`${ADMIN_PATH}/api`, ADMIN_ROUTES),
  ...['/', '/health/live', '/health/ready', '/metrics', '/analysis'],
]);
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const AT_ONCE = 16;

/** Processes a list, some items at a time. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

describe('a listener', () => {
  let folder: string;
  let server: TestServer;
  let operator: FastifyInstance;
  let ports: Readonly<Record<'main' | 'operator', number>>;
  /** Tokens by caller; those of people, who may erase themselves, are created anew each time. */
  let callers: Readonly<Record<string, () => Promise<string | undefined>>>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Perfuse</title>');
    await writeFile(path.join(folder, 'assets', 'app-1a2b.js'), 'export {}');
    server = await startServer({
      webBuilds: [
        { directory: folder, prefixes: ['/', '/app'] },
        { directory: folder, prefixes: ['/org'] },
        { directory: folder, prefixes: [ADMIN_PATH] },
      ],
      environment: { ...NO_LIMITS, PERFUSE_RATE_RELAXED: '100000' },
    });
    const { metrics, log } = server.app.platform;
    operator = await openOperatorPort(0, '127.0.0.1', {
      metrics,
      checks: server.app.checks,
      log,
      connections: { connections: 1000, sockets: 1000 },
    });
    // Proven: a server that listens on TCP has such an address.
    const { port } = operator.server.address() as AddressInfo;
    ports = { main: Number(server.host.split(':')[1]), operator: port };
    callers = {
      nobody: () => Promise.resolve(undefined),
      guest: async () => (await guest(server)).Token,
      person: async () => (await person(server)).Token,
      'another organisation': async () => (await newOrganisation(server)).staff.DFX_ORG_ADMIN.token,
    };
  });
  afterAll(async () => {
    await operator.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const failures = (): readonly string[] =>
    server.log.splice(0).filter((line) => line.startsWith('{"level":"error"'));
  const expectAlive = async (): Promise<void> => {
    for (const port of Object.values(ports)) {
      const answer = await exchange(port, wireOf({ method: 'GET', address: '/health/ready' }));
      expect(statusOf(answer)).toBe(200);
    }
    expect(failures()).toEqual([]);
  };

  it('of the operator survives malformed addresses', async () => {
    for (const address of ['//', '///', '//[', '/\\', 'http://[']) {
      const answer = await exchange(ports.operator, wireOf({ method: 'GET', address }));
      expect([address, statusOf(answer)]).toEqual([address, expect.toSatisfy(isRefusal)]);
    }
    const metrics = await exchange(ports.operator, wireOf({ method: 'GET', address: '/metrics' }));
    expect(metrics).toContain('perfuse_http_request_seconds');
    await expectAlive();
  });

  it('survives clients that request a websocket and disconnect immediately', async () => {
    const { Token } = await guest(server);
    for (const port of Object.values(ports)) {
      for (const address of ['/analysis', '/api/history', '/', '/metrics', '//']) {
        for (let times = 0; times < 10; times += 1)
          await askForSocketAndReset(port, address, Token);
      }
    }
    await expectAlive();
  });

  it('of the operator closes connections that request a websocket', async () => {
    const asks = wireOf({ method: 'GET', address: '/metrics' }).toString('latin1');
    const asked = asks.replace('Connection: close', 'Connection: Upgrade\r\nUpgrade: websocket');
    expect(await exchange(ports.operator, Buffer.from(asked))).toBe('');
  });

  it.each(['request', 'connection', 'upgrade'])(
    'that throws at a %s closes that connection and nothing else',
    async (event) => {
      operator.server.prependOnceListener(event, () => {
        throw new Error('a mistake of ours');
      });
      const asks = wireOf({ method: 'GET', address: '/health/live' }).toString('latin1');
      const upgrade = asks.replace('Connection: close', 'Connection: Upgrade\r\nUpgrade: a');
      const answer = await exchange(
        ports.operator,
        Buffer.from(event === 'upgrade' ? upgrade : asks),
      );
      expect(answer).toBe('');
      expect(failures()).toEqual([expect.stringContaining('a listener failed')]);
      await expectAlive();
    },
  );

  it.each([
    ['a method that does not exist', 'BREW / HTTP/1.1\r\n\r\n', 400, 'The request is malformed.'],
    ['what is not HTTP', '\u0016\u0003\u0001 hello\r\n\r\n', 400, 'The request is malformed.'],
    [
      'long headers',
      `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}`,
      431,
      'The headers are too long.',
    ],
  ])('refuses %s as it refuses other requests', async (_name, bytes, status, Message) => {
    for (const port of Object.values(ports)) {
      const answer = await exchange(port, Buffer.from(bytes, 'latin1'));
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(statusOf(answer)).toBe(status);
      expect(JSON.parse(body)).toEqual({ Code: 'BAD_REQUEST', Message });
      expect(head.split('\r\n')).toEqual(
        expect.arrayContaining([
          'content-type: application/json; charset=utf-8',
          'x-content-type-options: nosniff',
          'cache-control: no-store',
          'connection: close',
        ]),
      );
    }
    await expectAlive();
  });

  it('answers no method or address with a server error, however malformed', async () => {
    const broken: string[] = [];
    const all = Object.values(ports).flatMap((port) =>
      HOSTILE_METHODS.flatMap((method) =>
        HOSTILE_ADDRESSES.map((address) => ({ port, method, address })),
      ),
    );
    await each(all, async ({ port, method, address }) => {
      const status = statusOf(await exchange(port, wireOf({ method, address })));
      if (status >= 500) broken.push(`${String(status)} ${method} ${address.slice(0, 80)}`);
    });
    expect(broken).toEqual([]);
    await expectAlive();
  });

  it.each(['nobody', 'guest', 'person', 'another organisation'])(
    'answers %s at every documented path and method without a server error',
    async (name) => {
      const caller = callers[name] ?? expect.fail();
      const broken: string[] = [];
      let token = await caller();
      for (const method of METHODS) {
        await each([...ROUTES], async (address) => {
          const body = method === 'POST' || method === 'PUT' || method === 'PATCH' ? '{}' : '';
          const cookie = token === undefined ? undefined : `perfuse_admin=${token}`;
          const request = wireOf({ method, address, token, cookie, body });
          const status = statusOf(await exchange(ports.main, request));
          if (status >= 500 || status === 0) broken.push(`${String(status)} ${method} ${address}`);
        });
        token = await caller();
      }
      expect(broken).toEqual([]);
      await expectAlive();
    },
  );
});

const isRefusal = (status: number): boolean => status >= 400 && status < 500;
