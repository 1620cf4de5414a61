// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { selfSigned } from '../testing/certificate.ts';
import { readCertificate, type CertificateFiles } from './certificate.ts';
import { createLogger } from './logging.ts';
import { openCertificate } from './live-certificate.ts';

const PAIR = selfSigned();
const OTHER = selfSigned();

let folder: string;
let files: CertificateFiles;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'perfuse-'));
  files = { certificate: path.join(folder, 'chain.pem'), key: path.join(folder, 'key.pem') };
});
afterEach(() => rm(folder, { recursive: true }));

/** Puts a file in another one's place, as renewals do. */
async function put(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
async function write(certificate: string, key: string): Promise<void> {
  await put(files.certificate, certificate);
  await put(files.key, key);
}

const encrypted = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
  .toString();
const small = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

describe('a certificate and its key', () => {
  it('are taken when they belong together, with those that the certificate hangs on', async () => {
    await write(PAIR.certificate + OTHER.certificate, PAIR.key);
    const read = await readCertificate(files);
    expect(read.ok && read.value.endsAt).toBeGreaterThan(Date.now());
  });

  it.each([
    ['no certificate', 'a: b', PAIR.key, 'PERFUSE_TLS_CERTIFICATE holds no certificate in PEM'],
    ['a key first', PAIR.key, PAIR.key, 'PERFUSE_TLS_CERTIFICATE holds no certificate in PEM'],
    ['no key', PAIR.certificate, '', 'PERFUSE_TLS_KEY holds no private key in PEM without a'],
    ['a passphrase', PAIR.certificate, encrypted, 'PERFUSE_TLS_KEY holds no private key in PEM'],
    ['another key', PAIR.certificate, OTHER.key, 'PERFUSE_TLS_KEY is not the key of the'],
    ['a key of another kind', PAIR.certificate, small, 'PERFUSE_TLS_KEY is not the key of the'],
  ])('are refused in one line: %s', async (_what, certificate, key, line) => {
    await write(certificate, key);
    expect(await readCertificate(files)).toMatchObject({
      ok: false,
      reason: expect.stringContaining(line) as unknown,
    });
  });

  it('are refused when they cannot be read, and before and after their time', async () => {
    expect(await readCertificate(files)).toMatchObject({
      reason: 'PERFUSE_TLS_CERTIFICATE names a file that cannot be read',
    });
    await put(files.certificate, PAIR.certificate);
    expect(await readCertificate(files)).toMatchObject({
      reason: 'PERFUSE_TLS_KEY names a file that cannot be read',
    });
    await put(files.key, PAIR.key);
    for (const [at, words] of [
      [Date.UTC(2999, 0, 1), 'holds a certificate that ended on'],
      [Date.UTC(2001, 0, 1), 'holds a certificate that begins on'],
    ] as const) {
      const read = await readCertificate(files, at);
      expect(read).toMatchObject({ reason: expect.stringContaining(words) as unknown });
    }
  });
});

describe('the certificate of a running server', () => {
  it('gives way to a good pair alone, and what is wrong with another one is said once', async () => {
    await write(PAIR.certificate, PAIR.key);
    const log: string[] = [];
    const live = await openCertificate(
      files,
      createLogger('info', { write: (line) => void log.push(line) }),
    );
    await put(files.certificate, OTHER.certificate);
    await live.reread();
    await live.reread();
    expect(live.pair().certificate).toBe(PAIR.certificate);
    expect(log.filter((line) => line.includes('PERFUSE_TLS_KEY is not the key'))).toHaveLength(1);
    await put(files.key, OTHER.key);
    await live.reread();
    expect(live.pair()).toMatchObject(OTHER);
    await live.reread();
    expect(log.filter((line) => line.includes('was read again'))).toHaveLength(1);
    await live.stop();
  });

  it('is complained of when it ends soon, once a day', async () => {
    const short = selfSigned([], 5);
    await write(short.certificate, short.key);
    const log: string[] = [];
    const live = await openCertificate(
      files,
      createLogger('info', { write: (line) => void log.push(line) }),
    );
    await live.reread();
    const lines = log.filter((line) => line.includes('the certificate ends in so many days'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"count":4');
    await live.stop();
  });

  it('must be there at the start', async () => {
    const log = createLogger('silent');
    await expect(openCertificate(files, log)).rejects.toMatchObject({ code: 'CERTIFICATE' });
  });
});
