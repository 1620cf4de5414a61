// SPDX-License-Identifier: Apache-2.0
import { configurationSettingsSchema } from '@perfuse/contract/account/configuration';
import { KEY_PURPOSES, publicKeySchema } from '@perfuse/contract/account/keys';
import { orgAddressSchema } from '@perfuse/contract/account/organisation';
import { DEFAULT_PASSWORD_POLICY, passwordPolicySchema } from '@perfuse/contract/account/password';
import { loginTypeSchema } from '@perfuse/contract/account/session';
import { z } from '@perfuse/contract/schema';
import { flag, json, jsonOr, time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';

export const organisationRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Short public name, unique. */
  identifier: z.string(),
  contact: z.string(),
  email: z.string(),
  addresses: json(z.array(orgAddressSchema)),
  /** A `data:image/...` or http(s) address, or ''. */
  logo: z.string(),
  /** '' for the default. */
  password_policy: jsonOr(passwordPolicySchema, DEFAULT_PASSWORD_POLICY),
  login_type: loginTypeSchema,
  allow_signup: flag,
  status: z.enum(['ACTIVE', 'SUSPENDED']),
  created_at: time,
  updated_at: time,
});
export type OrganisationRow = z.output<typeof organisationRow>;

export const studyRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.string(),
  /** Texts by name; '' for none. */
  config: jsonOr(z.record(z.string(), z.string()), {}),
  created_at: time,
  updated_at: time,
});

export const licenceRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  /** SHA-256 of the key, hex; keys are random, so a plain hash is enough. */
  key_hash: z.string(),
  kind: z.string(),
  /** What the operator calls it. */
  name: z.string(),
  active: flag,
  created_at: time,
});
export type LicenceRow = z.output<typeof licenceRow>;
/** Whether anybody can get a device under it: guests of the installation, visitors by an organisation's links. */
export const isAnonymous = ({ kind }: Pick<LicenceRow, 'kind'>): boolean =>
  kind === 'guest' || kind === 'visitor';

/** One row: what the installation itself uses for guests of the consumer edition. */
export const installationRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  study_id: z.string(),
  guest_licence_id: z.string(),
  /** Names the secrets that all replicas share; '' until the first start with them. */
  secrets_id: z.string(),
});

/** What a link of the enterprise edition names. */
export const configurationRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  study_id: z.string(),
  access_code: z.string(),
  branch_id: z.nullable(z.string()),
  settings: json(configurationSettingsSchema),
  created_at: time,
  updated_at: time,
});
export type ConfigurationRow = z.output<typeof configurationRow>;

/**
 * The organisation that owns a configuration's id, from its first use on: a printed link never leads to another
 * organisation. Without foreign keys: it outlives both.
 */
const configurationIdRow = z.object({ id: z.string(), organisation_id: z.string() });

/** A place or department of an organisation. */
export const branchRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  name: z.string(),
  created_at: time,
});
export type BranchRow = z.output<typeof branchRow>;

export const accessCodeRow = z.object({
  /** In upper case. */
  code: z.string(),
  organisation_id: z.string(),
  study_id: z.string(),
  active: flag,
  expires_at: z.nullable(time),
  created_at: time,
});
export type AccessCodeRow = z.output<typeof accessCodeRow>;

/** Public keys; the private halves are the organisation's. */
export const organisationKeyRow = z.object({
  /** Names the key in the header of what it signed or what was encrypted to it. */
  id: z.string(),
  organisation_id: z.string(),
  /** What the operator calls it. */
  name: z.string(),
  purpose: z.enum(KEY_PURPOSES),
  public_key: json(publicKeySchema),
  active: flag,
  created_at: time,
});
export type OrganisationKeyRow = z.output<typeof organisationKeyRow>;

/** What events and results are signed with. */
export const webhookSecretRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  /** Compact JWE that only this installation decrypts. */
  encrypted: z.string(),
  /** Set once another secret replaces it: until this time both sign. */
  ends_at: z.nullable(time),
  created_at: time,
});
export type WebhookSecretRow = z.output<typeof webhookSecretRow>;

/** An ended session stores no browser and system. */
export const ENDED_SESSION = { revoked: 1, browser: '', system: '' } as const;

export const ORGANISATION_TABLES = {
  organisations: table(
    organisationRow,
    'identifier',
    'contact',
    'email',
    'addresses',
    'logo',
    'password_policy',
    'login_type',
    'allow_signup',
    'status',
    'updated_at',
  ),
  studies: table(studyRow, 'config'),
  licences: table(licenceRow, 'name'),
  installations: table(installationRow, 'secrets_id'),
  configurations: table(configurationRow, 'settings', 'updated_at'),
  configuration_ids: table(configurationIdRow),
  branches: table(branchRow),
  access_codes: table(accessCodeRow),
  organisation_keys: table(organisationKeyRow),
  webhook_secrets: table(webhookSecretRow),
};

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof ORGANISATION_TABLES> {}
}
