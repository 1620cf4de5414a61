// SPDX-License-Identifier: Apache-2.0
/** The certificate that the server shows: two PEM files, checked as a pair. */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';

export interface CertificateFiles {
  /** The certificate, and after it those that it hangs on. */
  readonly certificate: string;
  /** Its private key, without a passphrase. */
  readonly key: string;
}

export interface CertificatePair {
  readonly certificate: string;
  readonly key: string;
  /** When it ends, ms. */
  readonly endsAt: number;
}

/** The settings that name the files, as a refusal names them. */
const NAMES = { certificate: 'PERFUSE_TLS_CERTIFICATE', key: 'PERFUSE_TLS_KEY' } as const;

/** With forward secrecy and authenticated encryption alone; TLS 1.3 has no others. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** What a server shows and speaks: TLS 1.2 and 1.3. */
export const secureOptions = ({ certificate, key }: CertificatePair): SecureContextOptions => ({
  cert: certificate,
  key,
  minVersion: 'TLSv1.2',
  ciphers: CIPHERS,
});

const attempt = <T>(make: () => T): T | null => {
  try {
    return make();
  } catch {
    return null;
  }
};
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function problemOf(certificate: X509Certificate, key: KeyObject, now: number): string | null {
  const [begins, ends] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  if (!certificate.checkPrivateKey(key))
    return `${NAMES.key} is not the key of the certificate in ${NAMES.certificate}`;
  if (now > ends) return `${NAMES.certificate} holds a certificate that ended on ${day(ends)}`;
  if (now < begins) return `${NAMES.certificate} holds a certificate that begins on ${day(begins)}`;
  return null;
}

/** @returns the pair, or in one line which setting is wrong and why. */
export async function readCertificate(
  files: CertificateFiles,
  now: number = Date.now(),
): Promise<Outcome<CertificatePair>> {
  const text = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);
  const [certificate, key] = [await text(files.certificate), await text(files.key)];
  if (certificate === null) return refused(`${NAMES.certificate} names a file that cannot be read`);
  if (key === null) return refused(`${NAMES.key} names a file that cannot be read`);
  const first = attempt(() => new X509Certificate(certificate));
  if (first === null) return refused(`${NAMES.certificate} holds no certificate in PEM`);
  const secret = attempt(() => createPrivateKey(key));
  if (secret === null)
    return refused(`${NAMES.key} holds no private key in PEM without a passphrase`);
  const problem = problemOf(first, secret, now);
  if (problem !== null) return refused(problem);
  const pair = { certificate, key, endsAt: Date.parse(first.validTo) };
  if (attempt(() => createSecureContext(secureOptions(pair))) === null)
    return refused(`${NAMES.certificate} and ${NAMES.key} cannot be used for TLS`);
  return accepted(pair);
}
