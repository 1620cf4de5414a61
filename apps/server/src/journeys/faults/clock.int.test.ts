// SPDX-License-Identifier: Apache-2.0
/** What happens to people when the clock of the server's machine is set in the middle of their measurement. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realWorker } from '../../testing/bundled.ts';
import { call } from '@perfuse/testing/client';
import { begin, expectWhole, send } from '@perfuse/testing/measuring';
import { startServer, type TestServer } from '../../testing/server.ts';
import { until } from '@perfuse/testing/waiting';

const HOUR = 3_600_000;

describe('a clock that jumps', () => {
  let away = 0;
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({
      workerFile: await realWorker(),
      now: () => Date.now() + away,
      housekeepingMs: 50,
      environment: { PERFUSE_WORKERS: '1', PERFUSE_RETENTION_HOURS: '1' },
    });
  });
  afterAll(() => server.stop());

  /** Sets the clock; resolves once the server has tidied, or would have, by the new time. */
  async function jump(ms: number): Promise<void> {
    const before = server.log.length;
    away += ms;
    const isSeen = () =>
      server.log.slice(before).some((line) => /"ms":0,.*clock was set/.test(line));
    await until(() => (isSeen() ? true : undefined), 'the jump in the log');
  }

  it.each([
    ['forward', HOUR],
    ['back', -HOUR],
  ])('an hour %s ends no measurement, no session and no result', async (_way, ms) => {
    const earlier = await begin(server);
    await send(earlier, 0);
    await expectWhole(earlier.socket);
    const person = await begin(server);
    await send(person, 0, 3);
    await jump(ms);
    await send(person, 3);
    await expectWhole(person.socket);
    expect(
      await call(server, 'GET', `/analysis/measurements/${earlier.id}`, { token: earlier.token }),
    ).toMatchObject({ status: 200, body: { StatusID: 'COMPLETE' } });
    // Somebody new is welcome as well.
    (await begin(server)).socket.socket.close();
  });

  it('forward and back again lets a measurement go on that was begun in between', async () => {
    await jump(HOUR);
    const person = await begin(server);
    await send(person, 0, 3);
    await jump(-HOUR);
    await send(person, 3);
    await expectWhole(person.socket);
  });
});
