// SPDX-License-Identifier: Apache-2.0
/** A self-signed certificate for this machine: X.509 v3 in DER (RFC 5280), ECDSA over P-256. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const;

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const oid = (hex: string): Buffer => der(TAG.oid, Buffer.from(hex, 'hex'));
/** ecdsa-with-SHA256 */
const SIGNATURE = der(TAG.sequence, oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const SUBJECT_ALTERNATIVE_NAME = oid('551d11');
/** Within a GeneralName: dNSName and iPAddress. */
const GENERAL = { name: 0x82, address: 0x87 } as const;

const DAY_MS = 86_400_000;
/** UTCTime: YYMMDDHHMMSSZ. */
const utc = (ms: number): Buffer =>
  der(TAG.time, Buffer.from(new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14) + 'Z'));

export interface Certificate {
  /** PEM; also the certificate authority to trust. */
  readonly certificate: string;
  /** PEM, PKCS #8. */
  readonly key: string;
}

/**
 * Creates a certificate for `localhost`, 127.0.0.1 and other names.
 * @param days until it expires; it is valid from a year ago.
 */
export function selfSigned(names: readonly string[] = [], days = 30): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(
    TAG.sequence,
    der(TAG.set, der(TAG.sequence, COMMON_NAME, der(TAG.utf8, Buffer.from('localhost')))),
  );
  const alternatives = der(
    TAG.sequence,
    ...['localhost', ...names].map((text) => der(GENERAL.name, Buffer.from(text))),
    der(GENERAL.address, Buffer.from([127, 0, 0, 1])),
  );
  const extensions = der(
    TAG.sequence,
    der(TAG.sequence, SUBJECT_ALTERNATIVE_NAME, der(TAG.octets, alternatives)),
  );
  const now = Date.now();
  const serial = randomBytes(16);
  // Positive and without a leading zero byte.
  serial[0] = 0x40 | (serial.readUInt8(0) & 0x3f);
  const body = der(
    TAG.sequence,
    der(0xa0, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, serial),
    SIGNATURE,
    name,
    der(TAG.sequence, utc(now - 365 * DAY_MS), utc(now + days * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(TAG.bits, Buffer.from([0]), sign('sha256', body, privateKey));
  const whole = der(TAG.sequence, body, SIGNATURE, signature).toString('base64');
  const lines = whole.match(/.{1,64}/g) ?? [];
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
