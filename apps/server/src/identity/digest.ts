// SPDX-License-Identifier: Apache-2.0
import { createHash, randomBytes } from 'node:crypto';

/** SHA-256 as hex. For secrets only where they are long and random: a guessable one needs a slow hash. */
export const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');

/** 256 random bits that survive an URL. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');
