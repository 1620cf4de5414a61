// SPDX-License-Identifier: Apache-2.0
/** The certificate of a running server: read again while it runs, so that it is renewed without a stop. */
import type { Server } from 'node:tls';
import type { Logger } from 'pino';
import {
  readCertificate,
  secureOptions,
  type CertificateFiles,
  type CertificatePair,
} from './certificate.ts';

/** How often the files are looked at, ms. */
const REREAD_MS = 30_000;
/** So long before its end a certificate is complained of, at every start and once a day, ms. */
const WARN_MS = 14 * 86_400_000;
const DAY_MS = 86_400_000;

/** What keeps the server from starting, in one line. */
class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code = 'CERTIFICATE';
}

export interface LiveCertificate {
  readonly pair: () => CertificatePair;
  /** Gives a server every later pair; connections that are open go on with theirs. */
  readonly follow: (server: Server) => void;
  /** Looks at the files now. A pair that cannot be used is logged once, and the earlier one goes on. */
  readonly reread: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** @throws CertificateError in one line when there is no usable pair to begin with. */
export async function openCertificate(
  files: CertificateFiles,
  log: Logger,
): Promise<LiveCertificate> {
  const first = await readCertificate(files);
  if (!first.ok) throw new CertificateError(`${first.reason}.`);
  let present = first.value;
  let refusedFor = '';
  let warnedAt = -Infinity;
  let reading: Promise<void> | undefined;
  const servers = new Set<Server>();

  const warn = (): void => {
    const now = Date.now();
    if (present.endsAt - now > WARN_MS || now - warnedAt < DAY_MS) return;
    warnedAt = now;
    const days = Math.max(0, Math.floor((present.endsAt - now) / DAY_MS));
    log.warn({ count: days }, 'the certificate ends in so many days');
  };
  const take = async (): Promise<void> => {
    const next = await readCertificate(files);
    if (!next.ok) {
      if (next.reason !== refusedFor)
        log.error(
          { reason: next.reason },
          'the certificate was not taken; the earlier one goes on',
        );
      refusedFor = next.reason;
      return;
    }
    refusedFor = '';
    const { certificate, key } = next.value;
    if (certificate !== present.certificate || key !== present.key) {
      present = next.value;
      for (const server of servers) server.setSecureContext(secureOptions(present));
      warnedAt = -Infinity;
      log.info('the certificate was read again');
    }
    warn();
  };
  const reread = (): Promise<void> => {
    reading ??= take().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  warn();
  const timer = setInterval(() => void reread(), REREAD_MS);
  timer.unref();
  return {
    pair: () => present,
    follow: (server) => {
      servers.add(server);
      server.once('close', () => servers.delete(server));
    },
    reread,
    stop: async () => {
      clearInterval(timer);
      await reading;
    },
  };
}
