// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailServer, type MailServer } from '@perfuse/testing/mail-server';
import { until } from '@perfuse/testing/waiting';
import { done, refused, runCommand, type CommandOptions } from '../testing/command.ts';
import { newEmail } from '../testing/people.ts';
import { startServer, type TestServer } from '../testing/server.ts';

const DAY_MS = 86_400_000;
const listed = z.array(
  z.object({
    id: z.string(),
    state: z.string(),
    tries: z.number(),
    failure: z.nullable(z.string()),
  }),
);
const counts = z.object({ waitingMessages: z.number(), failedMessages: z.number() });

describe('perfuse outbox', () => {
  let server: TestServer;
  let smtp: MailServer;
  let here: CommandOptions;
  beforeAll(async () => {
    smtp = await mailServer({ name: 'perfuse', password: 'pa-ss' });
    server = await startServer({ environment: { PERFUSE_SMTP_URL: smtp.url } });
    here = { directory: server.directory };
  });
  afterAll(async () => {
    await server.stop();
    await smtp.close();
  });

  /** A mail that the server has tried to send. */
  async function tried(refusal: 450 | 550) {
    Object.assign(smtp.state, { refusing: true, refusal });
    const recipient = newEmail();
    const common = { userId: null, channel: 'mail', recipient } as const;
    await server.app.accounts.outbox.post({
      ...{ ...common, expiresAt: Date.now() + DAY_MS },
      ...{ subject: 'One', body: 'Two' },
    });
    const list = () => done(listed, ['outbox', 'list', '--to', recipient], here);
    const mail = await until(async () => (await list()).find(({ tries }) => tries === 1));
    return { ...mail, recipient };
  }
  const received = () => smtp.mails.flatMap(({ to }) => to);
  /** Polls as a server does every few seconds: the command only stores that a message is due. */
  const arrival = (recipient: string) =>
    until(() => {
      server.app.platform.jobs.trigger('mail');
      return received().includes(recipient) || undefined;
    }, 'the mail');

  it('lists the number of attempts and the failure of a message', async () => {
    expect(await tried(450)).toMatchObject({ state: 'pending', failure: 'EENVELOPE_450' });
    expect(await tried(550)).toMatchObject({ state: 'failed', failure: 'EENVELOPE_550' });
    const { output } = await runCommand(['outbox', 'list'], here);
    expect(output).toContain('EENVELOPE_550');
  });

  it('resends failed messages, one or all', async () => {
    const given = [await tried(550), await tried(550), await tried(550)];
    const status = () => done(counts, ['status'], here);
    expect((await status()).failedMessages).toBeGreaterThanOrEqual(3);
    smtp.state.refusing = false;
    const [first] = given;
    await done(z.unknown(), ['outbox', 'retry', first?.id ?? ''], here);
    await arrival(first?.recipient ?? '');
    expect(received()).not.toContain(given[1]?.recipient);
    await done(z.unknown(), ['outbox', 'retry', '--failed'], here);
    for (const { recipient } of given) await arrival(recipient);
    expect((await status()).failedMessages).toBe(0);
    const { output } = await runCommand(['audit', 'list'], here);
    expect(output).toContain('message.retry');
  });

  it('refuses to resend an unknown message or one without a transport', async () => {
    const content = JSON.stringify({ recipient: newEmail(), subject: 'One', body: 'Two' });
    await server.app.platform.jobs.store.add('sms', 'held', {}, [{ id: 'held', payload: content }]);
    expect(await refused(['outbox', 'retry', 'held'], here)).toMatchObject({ code: 'RESTRICTED' });
    expect(await refused(['outbox', 'retry', 'nothing'], here)).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await refused(['outbox', 'retry'], here)).toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
