// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';

/** A page of an app store: https only, so that no other scheme ever becomes a link. */
export const storeAddress = z.string().check(
  z.maxLength(500),
  z.refine(
    (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:',
    'must be an https address',
  ),
);

/** App store pages of the mobile app; absent ones are not offered. */
export const storesSchema = z.object({
  apple: z.optional(storeAddress),
  google: z.optional(storeAddress),
  /** In the China region. */
  cnApple: z.optional(storeAddress),
  cnMarket: z.optional(storeAddress),
});
export type Stores = z.infer<typeof storesSchema>;
