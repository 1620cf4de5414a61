// SPDX-License-Identifier: Apache-2.0
/** An SMTP server on this machine. */
import { SMTPServer } from 'smtp-server';
import type { Certificate } from './certificate.ts';
import { listen } from './local-server.ts';

export interface Mail {
  readonly to: readonly string[];
  /** Headers and body as received. */
  readonly text: string;
}

export interface MailServerState {
  /** While `refusing`, recipients are rejected with this code. */
  refusing: boolean;
  refusal: number;
  /** A received mail is accepted when this resolves. */
  accept: (mail: Mail) => Promise<void>;
}

export interface MailServer {
  readonly mails: readonly Mail[];
  readonly state: MailServerState;
  /** `smtp://name:password@host:port` */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Listens on a free port. @param tls offers STARTTLS with this certificate. */
export async function mailServer(
  user: { readonly name: string; readonly password: string },
  tls?: Certificate,
): Promise<MailServer> {
  const mails: Mail[] = [];
  const state: MailServerState = {
    refusing: false,
    refusal: 451,
    accept: () => Promise.resolve(),
  };
  const server = new SMTPServer({
    allowInsecureAuth: true,
    ...(tls === undefined
      ? { disabledCommands: ['STARTTLS'] }
      : { cert: tls.certificate, key: tls.key }),
    onAuth: ({ username, password }, _session, done) =>
      username === user.name && password === user.password
        ? done(null, { user: username })
        : done(new Error('no')),
    onRcptTo: (_address, _session, done) =>
      state.refusing
        ? done(Object.assign(new Error('later'), { responseCode: state.refusal }))
        : done(),
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const mail = { to, text: Buffer.concat(parts).toString() };
        mails.push(mail);
        void state.accept(mail).then(() => done());
      });
    },
  });
  // A client that does not trust the certificate disconnects.
  server.on('error', () => undefined);
  const { port } = await listen(server.server);
  return {
    mails,
    state,
    url: `smtp://${user.name}:${user.password}@127.0.0.1:${String(port)}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
