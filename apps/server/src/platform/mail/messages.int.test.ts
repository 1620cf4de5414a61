// SPDX-License-Identifier: Apache-2.0
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from '@perfuse/testing/client';
import { selfSigned } from '@perfuse/testing/certificate';
import { freePort } from '@perfuse/testing/local-server';
import { mailServer } from '@perfuse/testing/mail-server';
import { newEmail, PASSWORD, signUp } from '../../testing/people.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { until } from '@perfuse/testing/waiting';
import { codeOf } from '../telemetry/error-code.ts';
import { mailTransport } from './mail-transport.ts';

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

describe('messages', () => {
  const closers: (() => Promise<void>)[] = [];
  let server: TestServer;
  const start = async (environment: NodeJS.ProcessEnv, directory?: string) => {
    server = await startServer({
      environment: { ...environment, PERFUSE_REGION: 'cn' },
      directory,
    });
    closers.push(server.stop);
    return server;
  };
  const outbox = () => server.app.accounts.outbox.list(100);
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  it('with a reset link are sent over SMTP to one recipient, and deleted afterwards', async () => {
    const smtp = await mailServer({ name: 'perfuse', password: 'pa-ss' });
    closers.push(smtp.close);
    await start({
      PERFUSE_SMTP_URL: smtp.url,
      PERFUSE_MAIL_FROM: 'Perfuse <noreply@example.org>',
      PERFUSE_PUBLIC_URL: 'https://perfuse.example.org',
      PERFUSE_CONFIRM_EMAIL: 'off',
    });
    const email = newEmail();
    await signUp(server, email);
    await call(server, 'POST', '/api/resetPass', { body: { email } });
    const mail = await until(() => smtp.mails[0]);
    expect(mail.to).toEqual([email]);
    expect(mail.text).toContain('From: Perfuse <noreply@example.org>');
    expect(mail.text).toContain('Content-Type: text/plain');
    const text = mail.text.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(text).toMatch(/https:\/\/perfuse\.example\.org\/reset#[\w-]{43}/);
    await until(async () => ((await outbox()).length === 0 ? true : undefined));
  });

  it('are not mailed without encryption where TLS is required', async () => {
    const smtp = await mailServer({ name: 'perfuse', password: 'pa-ss' });
    closers.push(smtp.close);
    const mail = { id: 'a', recipient: 'jo@example.org', subject: 'One', body: 'Two' };
    const demanding = mailTransport(smtp.url, 'Perfuse <noreply@example.org>', true);
    await expect(demanding.send(mail)).rejects.toMatchObject({ code: 'ETLS_500' });
    expect(smtp.mails).toEqual([]);
    await mailTransport(smtp.url, 'Perfuse <noreply@example.org>').send(mail);
    expect(smtp.mails).toHaveLength(1);
  });

  it.each([
    ['a recipient is refused for now', 'EENVELOPE_450', 450],
    ['a recipient is refused for good', 'EENVELOPE_550', 550],
  ])(
    'that fail because %s carry the reply code of the mail server',
    async (_what, code, refusal) => {
      const smtp = await mailServer({ name: 'perfuse', password: 'pa-ss' });
      closers.push(smtp.close);
      Object.assign(smtp.state, { refusing: true, refusal });
      const mail = { id: 'a', recipient: 'jo@example.org', subject: 'One', body: 'Two' };
      const transport = mailTransport(smtp.url, 'Perfuse <noreply@example.org>');
      const reason = { code, isFinal: refusal >= 500, isOfReceiver: true };
      await expect(transport.send(mail)).rejects.toMatchObject(reason);
    },
  );

  it('that cannot reach the mail server carry the error code of the connection or the sign-in', async () => {
    const mail = { id: 'a', recipient: 'jo@example.org', subject: 'One', body: 'Two' };
    const codeAt = (url: string) =>
      mailTransport(url, 'noreply@example.org')
        .send(mail)
        .catch((error: unknown) => codeOf(error));
    const user = { name: 'perfuse', password: 'pa-ss' };
    const [smtp, unknown] = [await mailServer(user), await mailServer(user, selfSigned())];
    closers.push(smtp.close, unknown.close);
    expect(await codeAt(`smtp://127.0.0.1:${String(await freePort())}`)).toBe('ECONNREFUSED');
    expect(await codeAt(smtp.url.replace('pa-ss', 'wrong'))).toBe('EAUTH_535');
    expect(await codeAt(unknown.url)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  it('stay pending when the mail server refuses them, and none of their content is logged', async () => {
    const smtp = await mailServer({ name: 'perfuse', password: 'pa-ss' });
    closers.push(smtp.close);
    smtp.state.refusing = true;
    await start({ PERFUSE_SMTP_URL: smtp.url });
    const email = newEmail();
    await signUp(server, email);
    await call(server, 'POST', '/api/resetPass', { body: { email } });
    const waiting = await until(async () => (await outbox()).find(({ tries }) => tries === 1));
    expect(waiting).toMatchObject({ state: 'pending', recipient: email });
    await until(
      () => server.log.some((line) => line.includes('could not be sent yet')) || undefined,
    );
    expect(server.log.join('\n')).not.toContain(email);
    expect(server.log.join('\n')).not.toContain('pa-ss');
  });

  it('are sent once when the mail server takes minutes to accept them, without delaying others', async () => {
    const smtp = await mailServer({ name: 'perfuse', password: 'pa-ss' });
    closers.push(smtp.close);
    const waits = vi.spyOn(Socket.prototype, 'setTimeout');
    closers.push(() => {
      waits.mockRestore();
      return Promise.resolve();
    });
    const accepted: (() => void)[] = [];
    smtp.state.accept = () => new Promise((resolve) => accepted.push(resolve));
    await start({ PERFUSE_SMTP_URL: smtp.url, PERFUSE_CONFIRM_EMAIL: 'off' });
    for (const count of [1, 2]) {
      const email = newEmail();
      await signUp(server, email);
      await call(server, 'POST', '/api/resetPass', { body: { email } });
      await until(() => smtp.mails[count - 1], 'a mail beside the one before it');
    }
    // RFC 5321: ten minutes for the answer to the end of a mail.
    const port = Number(new URL(smtp.url).port);
    const sockets = waits.mock.contexts.filter((socket) => socket instanceof Socket);
    const sending = new Set(sockets.filter(({ remotePort }) => remotePort === port));
    expect([...sending].map(({ timeout }) => timeout)).toEqual([600_000, 600_000]);
    for (const accept of accepted) accept();
    await until(async () => ((await outbox()).length === 0 ? true : undefined));
    expect(smtp.mails).toHaveLength(2);
  });

  it('are held without a transport, and sent after a restart with one', async () => {
    const first = await start({});
    const email = newEmail();
    await signUp(server, email);
    await call(server, 'POST', '/api/resetPass', { body: { email } });
    await until(async () => (await outbox()).find(({ state }) => state === 'held'));
    await first.app.close();
    const smtp = await mailServer({ name: 'u', password: 'p' });
    closers.push(smtp.close);
    await start({ PERFUSE_SMTP_URL: smtp.url }, first.directory);
    const mail = await until(() => smtp.mails[0]);
    expect(mail.to).toEqual([email]);
    await server.app.close();
  });

  describe('to phones', () => {
    const posts: { body: string; type: string; authorization: string }[] = [];
    let gateway: Server;
    const listen = async (statuses: number[]): Promise<string> => {
      posts.length = 0;
      gateway = createServer((request, response) => {
        void textOf(request).then((body) => {
          posts.push({
            body,
            type: request.headers['content-type'] ?? '',
            authorization: request.headers.authorization ?? '',
          });
          response.writeHead(statuses.shift() ?? 200).end('{}');
        });
      });
      await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
      closers.push(() => new Promise<void>((resolve) => gateway.close(() => resolve())));
      // Proven: a server that listens on TCP has such an address.
      return `http://127.0.0.1:${String((gateway.address() as AddressInfo).port)}/send`;
    };
    const phoneNumber = '+4915112345678';

    it('are posted as JSON with the authorization', async () => {
      const url = await listen([]);
      await start({ PERFUSE_SMS_URL: url, PERFUSE_SMS_AUTHORIZATION: 'Bearer key' });
      await call(server, 'POST', '/api/users', { body: { phoneNumber } });
      const post = await until(() => posts[0]);
      expect(post).toMatchObject({ type: 'application/json', authorization: 'Bearer key' });
      const { to, text } = JSON.parse(post.body) as { to: string; text: string };
      expect(to).toBe(phoneNumber);
      const LoginCode = /\b\d{6}\b/.exec(text)?.[0];
      const signed = await call(server, 'POST', '/analysis/users/auth/code', {
        body: { LoginCode, PhoneNumber: phoneNumber },
      });
      expect(signed.status).toBe(200);
    });

    it('are posted as a form where a form template is configured', async () => {
      const url = await listen([]);
      await start({ PERFUSE_SMS_URL: url, PERFUSE_SMS_TEMPLATE: 'To={to}&Body={text}' });
      await call(server, 'POST', '/api/users', { body: { phoneNumber } });
      const post = await until(() => posts[0]);
      expect(post.type).toBe('application/x-www-form-urlencoded');
      const form = new URLSearchParams(post.body);
      expect(form.get('To')).toBe(phoneNumber);
      expect(form.get('Body')).toMatch(/^\d{6} is your Perfuse sign-in code/);
    });

    it('stay pending when the gateway refuses', async () => {
      const url = await listen([503]);
      await start({ PERFUSE_SMS_URL: url });
      await call(server, 'POST', '/api/users', { body: { phoneNumber } });
      const waiting = await until(async () => (await outbox()).find(({ tries }) => tries === 1));
      expect(waiting.state).toBe('pending');
      await until(() => server.log.some((line) => line.includes('HTTP_503')) || undefined);
    });
  });

  it('never appear in a response', async () => {
    await start({});
    const email = newEmail();
    const body = { email, password: PASSWORD };
    const answers = [
      await call(server, 'POST', '/api/users', { body }),
      await call(server, 'POST', '/api/users', { body }),
      await call(server, 'POST', '/api/resetPass', { body: { email } }),
    ];
    const [first, second, third] = answers.map(({ body: answer }) => answer);
    expect([first, second]).toEqual([
      { success: true, confirmation: 'none' },
      { success: true, confirmation: 'none' },
    ]);
    expect(third).toEqual({ success: true });
  });
});
