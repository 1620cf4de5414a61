// SPDX-License-Identifier: Apache-2.0
import { orgIdentifierSchema } from '../account/identity.ts';
import { orgAddressesSchema, orgAddressSchema, orgEmailSchema } from '../account/organisation.ts';
import { loginTypeSchema } from '../account/session.ts';
import { z } from '../schema.ts';
import { words } from '../words.ts';

const name = words(200);

const details = z.strictObject({
  name: z.optional(name),
  contact: z.optional(z.string().check(z.maxLength(200))),
  email: z.optional(orgEmailSchema),
  addresses: z.optional(orgAddressesSchema),
  /** An http(s) address or base64 data URL of a png or jpeg; '' for none. */
  logo: z.optional(z.string().check(z.maxLength(300_000))),
  loginType: z.optional(loginTypeSchema),
  allowSignup: z.optional(z.boolean()),
});

/** Changeable fields of an organisation; absent fields stay unchanged. */
export const organisationChange = z.extend(details, {
  /** False suspends it. Only administrators of the whole installation may set this. */
  active: z.optional(z.boolean()),
  /** Of the organisation as it was read; if given, CONFLICT when it has been changed since. */
  updatedAt: z.optional(z.int()),
});
export type OrganisationChange = z.infer<typeof organisationChange>;

export const createOrganisationBody = z.extend(details, {
  name,
  identifier: orgIdentifierSchema,
  /** Name of the first study. */
  study: z._default(name, 'Vital signs'),
});

const summary = {
  id: z.string(),
  identifier: z.string(),
  name: z.string(),
  /** False while it is suspended: nobody can sign in, open its links or measure. */
  active: z.boolean(),
  configurations: z.int(),
  createdAt: z.int(),
};
export const organisationListAnswer = z.object({ organisations: z.array(z.object(summary)) });

const named = z.object({ id: z.string(), name: z.string() });

export const organisationAnswer = z.object({
  ...summary,
  contact: z.string(),
  email: z.string(),
  addresses: z.array(orgAddressSchema),
  logo: z.string(),
  loginType: loginTypeSchema,
  allowSignup: z.boolean(),
  updatedAt: z.int(),
  /** An inactive study takes no measurements. */
  studies: z.array(z.extend(named, { active: z.boolean() })),
  branches: z.array(named),
});
export type AdminOrganisation = z.infer<typeof organisationAnswer>;

export const organisationParams = z.object({ id: z.string().check(z.maxLength(64)) });
export const namedBody = z.object({ name });
export const idAnswer = z.object({ id: z.string() });
