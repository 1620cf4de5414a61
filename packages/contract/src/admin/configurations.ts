// SPDX-License-Identifier: Apache-2.0
import { configurationSettingsSchema } from '../account/configuration.ts';
import { configIdSchema } from '../account/identity.ts';
import { z } from '../schema.ts';
import { organisationParams } from './organisations.ts';

/** Validated by {@link configurationSettingsSchema} when stored, so that an error names the setting's own path. */
const anySettings = z.record(z.string(), z.unknown());

const belonging = {
  /** Defaults to the organisation's only study, or its first. */
  studyId: z.optional(z.string().check(z.maxLength(64))),
  branchId: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
};
export const createConfigurationBody = z.strictObject({
  id: configIdSchema,
  ...belonging,
  settings: z._default(anySettings, {}),
});
/** Absent fields stay unchanged; `settings` replaces all settings. */
export const configurationChange = z.strictObject({
  /** Of the configuration as it was read: CONFLICT when it has been changed since. */
  updatedAt: z.int(),
  ...belonging,
  settings: z.optional(anySettings),
});

export const configurationParams = z.extend(organisationParams, { configId: configIdSchema });

export const adminConfigurationSchema = z.object({
  id: z.string(),
  studyId: z.string(),
  branchId: z.nullable(z.string()),
  settings: configurationSettingsSchema,
  createdAt: z.int(),
  updatedAt: z.int(),
});
export type AdminConfiguration = z.infer<typeof adminConfigurationSchema>;
export const configurationListAnswer = z.object({
  configurations: z.array(adminConfigurationSchema),
});
