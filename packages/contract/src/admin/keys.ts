// SPDX-License-Identifier: Apache-2.0
import { KEY_CURVES, KEY_PURPOSES, publicKeySchema } from '../account/keys.ts';
import { z } from '../schema.ts';
import { visible, words } from '../words.ts';
import { organisationParams } from './organisations.ts';

const label = z.string().check(z.trim(), z.maxLength(100), visible);

export const createKeyBody = z.strictObject({
  purpose: z.enum(KEY_PURPOSES),
  name: z._default(label, ''),
  /** Keys for results use P-256 only. */
  curve: z._default(z.enum(KEY_CURVES), 'P-256'),
});
export const addKeyBody = z.strictObject({
  purpose: z.enum(KEY_PURPOSES),
  name: z._default(label, ''),
  /** Public JSON web key of a pair that the organisation generated itself; validated when stored. */
  publicKey: z.record(z.string(), z.unknown()),
});
/** The private half is not stored and cannot be shown again. */
export const createdKeyAnswer = z.object({
  id: z.string(),
  publicKey: publicKeySchema,
  /** PKCS #8, PEM. */
  privateKey: z.string(),
});
export const keyParams = z.extend(organisationParams, { keyId: z.string().check(z.maxLength(64)) });

export const createLicenceBody = z.strictObject({
  name: words(100),
});
/** The key is not stored and cannot be shown again. */
export const createdLicenceAnswer = z.object({ id: z.string(), key: z.string() });
export const licenceParams = z.extend(organisationParams, {
  licenceId: z.string().check(z.maxLength(64)),
});

export const keysAnswer = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      purpose: z.enum(KEY_PURPOSES),
      name: z.string(),
      active: z.boolean(),
      publicKey: publicKeySchema,
      createdAt: z.int(),
    }),
  ),
  licences: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      active: z.boolean(),
      createdAt: z.int(),
    }),
  ),
});
export type AdminKeys = z.infer<typeof keysAnswer>;
