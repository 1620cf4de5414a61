// SPDX-License-Identifier: Apache-2.0
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';

export interface CertificateFiles {
  /** PEM, with the intermediate certificates after it. */
  readonly certificate: string;
  /** PEM, without a passphrase. */
  readonly key: string;
}

/** The message names the setting that is wrong. */
class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code = 'CERTIFICATE';
}

/** TLS 1.2 and 1.3, with forward secrecy and authenticated encryption only. */
const PROTOCOL = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE+AESGCM',
    'ECDHE+CHACHA20',
  ].join(':'),
} as const;

/** Replaces an error of OpenSSL, which does not state the rule. */
function parsed<T>(rule: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(rule, { cause: error });
  }
}

/** @throws CertificateError when the files cannot be used together. */
export async function readCertificate(files: CertificateFiles): Promise<SecureContextOptions> {
  let setting = 'PERFUSE_TLS_CERTIFICATE';
  try {
    const cert = await readFile(files.certificate, 'utf8');
    const certificate = parsed('it is not a certificate in PEM', () => new X509Certificate(cert));
    if (Date.parse(certificate.validTo) < Date.now())
      throw new Error(`it expired on ${certificate.validTo}`);
    setting = 'PERFUSE_TLS_KEY';
    const key = await readFile(files.key, 'utf8');
    const privateKey = parsed('it is not a private key in PEM without a passphrase', () =>
      createPrivateKey(key),
    );
    if (!certificate.checkPrivateKey(privateKey))
      throw new Error('it does not match the certificate in PERFUSE_TLS_CERTIFICATE');
    // Only the intermediate certificates have not been read yet.
    setting = 'PERFUSE_TLS_CERTIFICATE';
    const options = { ...PROTOCOL, cert, key };
    createSecureContext(options);
    return options;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CertificateError(`${setting} cannot be used: ${reason}`);
  }
}
