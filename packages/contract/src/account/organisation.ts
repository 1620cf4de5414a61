// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';
import { passwordPolicySchema } from './password.ts';

const line = z.string().check(z.maxLength(200));

export const orgAddressSchema = z.object({
  Line1: line,
  Line2: line,
  City: line,
  State: line,
  Country: line,
  PostalCode: line,
});
export type OrgAddress = z.infer<typeof orgAddressSchema>;

/** Who processes the data, as consent names them. */
export const organisationSchema = z.extend(passwordPolicySchema, {
  ID: z.string(),
  Name: z.string(),
  Identifier: z.string(),
  StatusID: z.string(),
  Contact: z.string(),
  Email: z.string(),
  OrgAddresses: z.array(orgAddressSchema),
  Created: z.int(),
  Updated: z.int(),
});
export type OrganisationAnswer = z.infer<typeof organisationSchema>;

/** A `data:image/...` address, an http(s) address, or '' where the organisation has no logo. */
export const logoAnswer = z.object({ data: z.string() });

export const passwordPolicyQuery = z.object({
  /** Short name of the organisation; absent, the installation's own. */
  Identifier: z.optional(z.string().check(z.maxLength(64))),
});
