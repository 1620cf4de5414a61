// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { selfSigned } from '@perfuse/testing/certificate';
import { readCertificate, type CertificateFiles } from './certificate.ts';

const PAIR = selfSigned();
const OTHER = selfSigned();

let folder: string;
let files: CertificateFiles;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'perfuse-'));
  files = { certificate: path.join(folder, 'chain.pem'), key: path.join(folder, 'key.pem') };
});
afterEach(() => rm(folder, { recursive: true }));

async function write(certificate: string, key: string): Promise<void> {
  await writeFile(files.certificate, certificate);
  await writeFile(files.key, key);
}

const encrypted = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
  .toString();
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

const damaged = PAIR.certificate + OTHER.certificate.replace(/MII/, 'AAA');
const NO_CERTIFICATE = 'PERFUSE_TLS_CERTIFICATE cannot be used: it is not a certificate in PEM';
const NO_KEY =
  'PERFUSE_TLS_KEY cannot be used: it is not a private key in PEM without a passphrase';

describe('a certificate and its key', () => {
  it('are accepted when they match, with intermediate certificates', async () => {
    await write(PAIR.certificate + OTHER.certificate, PAIR.key);
    expect(await readCertificate(files)).toMatchObject({ key: PAIR.key, minVersion: 'TLSv1.2' });
  });

  it.each([
    ['no certificate', 'a: b', PAIR.key, NO_CERTIFICATE],
    ['a key first', PAIR.key, PAIR.key, NO_CERTIFICATE],
    ['a damaged intermediate one', damaged, PAIR.key, 'PERFUSE_TLS_CERTIFICATE cannot be used: '],
    ['an expired one', selfSigned([], -1).certificate, PAIR.key, 'used: it expired on '],
    ['no key', PAIR.certificate, '', NO_KEY],
    ['a passphrase', PAIR.certificate, encrypted, NO_KEY],
    [
      'another key',
      PAIR.certificate,
      OTHER.key,
      'PERFUSE_TLS_KEY cannot be used: it does not match',
    ],
    [
      'a key of another kind',
      PAIR.certificate,
      rsa,
      'PERFUSE_TLS_KEY cannot be used: it does not match',
    ],
  ])('are refused with the setting and the reason: %s', async (_what, certificate, key, line) => {
    await write(certificate, key);
    await expect(readCertificate(files)).rejects.toThrow(line);
  });

  it('are refused when they cannot be read', async () => {
    await expect(readCertificate(files)).rejects.toThrow('PERFUSE_TLS_CERTIFICATE cannot be used');
    await writeFile(files.certificate, PAIR.certificate);
    await expect(readCertificate(files)).rejects.toThrow('PERFUSE_TLS_KEY cannot be used: ENOENT');
  });
});
