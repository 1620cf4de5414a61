// SPDX-License-Identifier: Apache-2.0
/** A running server reports a failed deletion, as on a damaged page, in its log and on the operator's port. */
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOperatorPort } from '../platform/http/operator-port.ts';
import { until } from '@perfuse/testing/waiting';
import { startServer, type TestServer } from '../testing/server.ts';

const TABLES = {
  measurements: 'expired measurements',
  events: 'events',
  launches: 'launches',
  launch_tokens: 'launch tokens',
  sign_ups: 'sign-ups',
  handoffs: 'hand-offs',
  jobs: 'jobs',
} as const;

describe('a deletion that fails', () => {
  let server: TestServer;
  let operator: Awaited<ReturnType<typeof openOperatorPort>>;
  beforeAll(async () => {
    server = await startServer();
    const { metrics, log } = server.app.platform;
    operator = await openOperatorPort(0, '127.0.0.1', {
      metrics,
      log,
      checks: server.app.checks,
      connections: { connections: 10, sockets: 10 },
    });
    const first = async () => ((await rounds('housekeeping', 'done')) > 0 ? true : undefined);
    await until(first, 'the round of the start');
  });
  afterAll(async () => {
    await operator.close();
    await server.stop();
  });

  /** Reads the count of a task and outcome from the operator's port. */
  async function rounds(task: string, outcome: string): Promise<number> {
    // Proven: a server that listens on TCP has such an address.
    const { port } = operator.server.address() as AddressInfo;
    const text = await (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text();
    const line = `perfuse_background_total{task="${task}",outcome="${outcome}"} `;
    return Number(
      text
        .split('\n')
        .find((one) => one.startsWith(line))
        ?.slice(line.length) ?? 0,
    );
  }

  it.each(Object.entries(TABLES))(
    'of %s is logged and counted, and does not stop the others',
    async (table, task) => {
      const database = new Libsql(path.join(server.directory, 'perfuse.sqlite'));
      // No table has expired rows, so the whole table is made to fail.
      database.exec(`alter table ${table} rename to ${table}_away`);
      try {
        server.log.splice(0);
        const before = await rounds(task, 'failed');
        const others = await rounds('second factors', 'done');
        await server.app.platform.housekeeping.run();
        expect(await rounds(task, 'failed')).toBe(before + 1);
        expect(await rounds('second factors', 'done')).toBe(others + 1);
        expect(server.log.filter((line) => line.includes('housekeeping failed'))).toContainEqual(
          expect.stringContaining(`"reason":"${task}"`),
        );
      } finally {
        database.exec(`alter table ${table}_away rename to ${table}`);
        database.close();
      }
    },
  );
});
