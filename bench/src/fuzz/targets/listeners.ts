// SPDX-License-Identifier: Apache-2.0
/**
 * Requests by path and method to every port that the server opens, over real connections, with no token, a guest's, a
 * user's, and those of other organisations: documented paths, near misses, and invalid paths. No answer is a server
 * error, and the server keeps running.
 */
import type { AddressInfo } from 'node:net';
import { ADMIN_HEADER } from '@perfuse/contract/admin/session';
import { openOperatorPort } from '@perfuse/server/internal/platform/http/operator-port';
import {
  exchange,
  HOSTILE_ADDRESSES,
  HOSTILE_METHODS,
  statusOf,
  wireOf,
} from '@perfuse/testing/hostile-requests';
import { callAt, MOUNTED_ROUTES } from '../calls/routes.ts';
import { bytesOf, textOf } from '../engine/bytes.ts';
import { assertNoInternals, assertThat } from '../engine/oracle.ts';
import { createRandom } from '../engine/random.ts';
import type { Material } from '../engine/mutate.ts';
import type { Target } from '../engine/target.ts';
import { Fixture } from '../fixture/fixture.ts';

const PORTS = ['main', 'operator'] as const;
const CALLERS = ['nobody', '@GUEST@', '@DEVICE@', '@PERSON@', '@MEMBER@', '@CHIEF@', '@KEEPER@'];
/** `port METHOD address caller`, with a body below. */
const INPUT =
  /^(main|operator) ([A-Z][A-Z-]{0,19}) ([^\s]{1,8000}) (nobody|@[A-Z]{1,20}@)\n([^]*)$/;
/** Characters that do not end the request line. */
const ON_THE_WIRE = /^[\x21-\xff]+$/;
const LOOK_EVERY = 50;

const inputOf = (...[port, method, address, caller, body]: readonly string[]): string =>
  `${port ?? ''} ${method ?? ''} ${address ?? ''} ${caller ?? ''}\n${body ?? ''}`;

/** Replaces one part of an input: caller, port, method or address. */
function mutateRequest(input: Uint8Array, { random, others }: Material): Uint8Array {
  const [, port, method, address = '', caller, body] = INPUT.exec(textOf(input)) ?? [];
  const of = INPUT.exec(textOf(random.pick(others)))?.[3] ?? '/';
  const at = random.below(address.length + 1);
  const changed = [
    [random.pick(PORTS), method, address, caller, body],
    [port, random.pick(HOSTILE_METHODS), address, caller, body],
    [port, method, random.pick(HOSTILE_ADDRESSES), caller, body],
    [port, method, address, random.pick(CALLERS), body],
    [port, method, of + address, caller, body],
    [port, method, address.slice(0, at) + random.pick(HOSTILE_ADDRESSES), caller, body],
    [port, method, address.slice(0, at) + of + address.slice(at), caller, body],
  ];
  return bytesOf(inputOf(...random.pick(changed).map((part) => part ?? 'main')));
}

export async function openListeners(): Promise<Target> {
  const fixture = await Fixture.open();
  const { app, port: main, checkLog, forgetLog } = fixture.server;
  const { metrics, log } = app.platform;
  const connections = { connections: 1000, sockets: 1000 };
  const deps = { metrics, log, checks: app.checks, connections };
  const operator = await openOperatorPort(0, '127.0.0.1', deps);
  // Proven: a server that listens on TCP has such an address.
  const { port } = operator.server.address() as AddressInfo;
  const ports = { main, operator: port };
  const random = createRandom(1);

  let runs = 0;
  const assertStillServed = async (): Promise<void> => {
    for (const [name, at] of Object.entries(ports)) {
      const answer = await exchange(at, wireOf({ method: 'GET', address: '/health/ready' }));
      assertThat(statusOf(answer) === 200, `the ${name} port still answers`);
    }
  };
  const documented = MOUNTED_ROUTES.map((route) => {
    const { method, url, body } = callAt(route, random);
    return inputOf('main', method, url, random.pick(CALLERS), body);
  });
  const hostile = HOSTILE_ADDRESSES.map((address) =>
    inputOf(random.pick(PORTS), random.pick(HOSTILE_METHODS), address, random.pick(CALLERS)),
  );
  return {
    seeds: [
      ...documented,
      ...hostile,
      ...['//', '/metrics', '/health/live', '/health/ready', '*'].map((address) =>
        inputOf('operator', 'GET', address, 'nobody'),
      ),
    ].map(bytesOf),
    words: [...CALLERS, ...HOSTILE_METHODS, '//', '/../', '%2F', '%00', '%ff', '?', '#', '['],
    mutate: mutateRequest,
    close: async () => {
      await operator.close();
      await fixture.close();
    },
    run: async (input) => {
      const text = textOf(input);
      const [, to, method = '', given = '', caller = '', body = ''] = INPUT.exec(text) ?? [];
      if (to !== 'main' && to !== 'operator') return;
      try {
        const context = await fixture.context(text);
        const address = await context.fill(given);
        if (!ON_THE_WIRE.test(address)) return;
        const token = caller === 'nobody' ? undefined : await context.fill(caller);
        const wire = wireOf({
          method,
          address,
          token,
          cookie: token === undefined ? undefined : `perfuse_admin=${token}`,
          headers: { [ADMIN_HEADER.name]: ADMIN_HEADER.value },
          body: await context.fill(body),
        });
        const received = await exchange(ports[to], wire);
        const status = statusOf(received);
        assertThat(status < 500, `${method} is answered with ${String(status)}`);
        if (!/content-type: (?:text\/html|application\/javascript)/i.test(received)) {
          assertNoInternals(received);
        }
        // The caller may have been deleted.
        if (status > 0 && status < 300 && method !== 'GET') fixture.renew();
        checkLog([]);
      } catch (error) {
        forgetLog();
        throw error;
      }
      runs += 1;
      if (runs % LOOK_EVERY === 0) await assertStillServed();
    },
  };
}
