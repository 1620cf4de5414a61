// SPDX-License-Identifier: Apache-2.0
/** What happens to measurements during which the clock of the server's machine is set. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realWorker } from '../../testing/bundled.ts';
import { call } from '@perfuse/testing/client';
import { begin, expectAllResults, send } from '@perfuse/testing/measuring';
import { mailServer, type MailServer } from '@perfuse/testing/mail-server';
import { startServer, type TestServer } from '../../testing/server.ts';
import { until } from '@perfuse/testing/waiting';

const HOUR = 3_600_000;

describe('a clock that jumps', () => {
  let away = 0;
  let server: TestServer;
  let smtp: MailServer;
  beforeAll(async () => {
    smtp = await mailServer({ name: 'perfuse', password: 'pa-ss' });
    server = await startServer({
      workerFile: await realWorker(),
      now: () => Date.now() + away,
      housekeepingMs: 50,
      environment: {
        PERFUSE_WORKERS: '1',
        PERFUSE_RETENTION_HOURS: '1',
        PERFUSE_SMTP_URL: smtp.url,
      },
    });
  });
  afterAll(async () => {
    await server.stop();
    await smtp.close();
  });

  /** Sets the clock; resolves once the housekeeping has run, or would have, by the new time. */
  async function jump(ms: number): Promise<void> {
    const before = server.log.length;
    away += ms;
    const isSeen = () =>
      server.log.slice(before).some((line) => /"ms":0,.*clock was changed/.test(line));
    await until(() => (isSeen() ? true : undefined), 'the jump in the log');
  }

  it.each([
    ['forward', HOUR],
    ['back', -HOUR],
  ])('an hour %s ends no measurement, no session and no result', async (_way, ms) => {
    const earlier = await begin(server);
    await send(earlier, 0);
    await expectAllResults(earlier.socket);
    const person = await begin(server);
    await send(person, 0, 3);
    await jump(ms);
    await send(person, 3);
    await expectAllResults(person.socket);
    expect(
      await call(server, 'GET', `/analysis/measurements/${earlier.id}`, { token: earlier.token }),
    ).toMatchObject({ status: 200, body: { StatusID: 'COMPLETE' } });
    // New users are accepted too.
    (await begin(server)).socket.socket.close();
  });

  it('forward and back again does not delay the retry of a mail', async () => {
    const { jobs } = server.app.platform;
    await jump(HOUR);
    smtp.state.refusing = true;
    await server.app.accounts.outbox.post({
      ...{ userId: null, channel: 'mail', expiresAt: Date.now() + away + HOUR },
      ...{ recipient: 'jo@example.org', subject: 'One', body: 'Two' },
    });
    const waiting = async () => (await server.app.accounts.outbox.list(1))[0];
    await until(async () => ((await waiting())?.tries === 1 ? true : undefined), 'a try');
    await jump(-HOUR);
    smtp.state.refusing = false;
    jobs.trigger('mail');
    await until(() => smtp.mails[0], 'the mail');
  });

  it('forward and back again does not interrupt a measurement that was begun in between', async () => {
    await jump(HOUR);
    const person = await begin(server);
    await send(person, 0, 3);
    await jump(-HOUR);
    await send(person, 3);
    await expectAllResults(person.socket);
  });
});
