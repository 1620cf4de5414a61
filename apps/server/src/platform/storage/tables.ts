// SPDX-License-Identifier: Apache-2.0
import type { Generated } from 'kysely';

/**
 * Columns as both dialects hold them: ids and JSON as text, times in integer milliseconds since 1970, truth values as
 * 0 or 1, bytes as blob. Everything read is parsed by the repository that reads it.
 */
export interface Tables {
  readonly organisations: OrganisationTable;
  readonly studies: StudyTable;
  readonly licences: LicenceTable;
  readonly installations: InstallationTable;
  readonly configurations: ConfigurationTable;
  readonly devices: DeviceTable;
  readonly token_families: TokenFamilyTable;
  readonly refresh_tokens: RefreshTokenTable;
  readonly profiles: ProfileTable;
  readonly measurements: MeasurementTable;
  readonly chunks: ChunkTable;
  readonly results: ResultTable;
  readonly users: UserTable;
  readonly access_codes: AccessCodeTable;
  readonly consents: ConsentTable;
  readonly reset_links: ResetLinkTable;
  readonly login_codes: LoginCodeTable;
  readonly attempts: AttemptTable;
  readonly outbox: OutboxTable;
  readonly events: EventTable;
  readonly branches: BranchTable;
  readonly organisation_keys: OrganisationKeyTable;
  readonly audit: AuditTable;
  readonly sign_ups: SignUpTable;
  readonly leader_leases: LeaderLeaseTable;
  readonly launches: LaunchTable;
  readonly launch_tokens: LaunchTokenTable;
  readonly handoffs: HandOffTable;
  readonly result_posts: ResultPostTable;
  readonly webhook_secrets: WebhookSecretTable;
  readonly webhook_deliveries: WebhookDeliveryTable;
  readonly administrators: AdministratorTable;
  readonly administrator_sessions: AdministratorSessionTable;
  readonly usage_days: UsageDayTable;
  readonly reports: ReportTable;
  readonly request_counts: RequestCountTable;
  readonly second_factors: SecondFactorTable;
  readonly recovery_codes: RecoveryCodeTable;
  readonly sign_in_steps: SignInStepTable;
}

interface OrganisationTable {
  id: string;
  name: string;
  /** Short public name, unique. */
  identifier: Generated<string>;
  contact: Generated<string>;
  email: Generated<string>;
  /** JSON array of the contract's addresses. */
  addresses: Generated<string>;
  /** A `data:image/...` or http(s) address, or ''. */
  logo: Generated<string>;
  /** JSON of the contract's password policy; '' for the default. */
  password_policy: Generated<string>;
  /** `password` or `phone`. */
  login_type: Generated<string>;
  allow_signup: Generated<number>;
  status: Generated<string>;
  created_at: number;
  updated_at: Generated<number>;
}

interface StudyTable {
  id: string;
  organisation_id: string;
  name: string;
  description: string;
  status: string;
  /** JSON of texts by name; '' for none. */
  config: Generated<string>;
  created_at: number;
  updated_at: number;
}

interface LicenceTable {
  id: string;
  organisation_id: string;
  /** SHA-256 of the key, hex; keys are random, so a plain hash is enough. */
  key_hash: string;
  kind: string;
  /** What the operator calls it. */
  name: Generated<string>;
  active: number;
  created_at: number;
}

/** One row: what the installation itself uses for guests of the consumer edition. */
interface InstallationTable {
  id: string;
  organisation_id: string;
  study_id: string;
  guest_licence_id: string;
  /** Names the secrets that all replicas share; '' until the first start with them. */
  secrets_id: Generated<string>;
}

/** What a link of the enterprise edition names. */
interface ConfigurationTable {
  id: string;
  organisation_id: string;
  study_id: string;
  access_code: string;
  branch_id: Generated<string | null>;
  /** JSON of the contract's configuration settings. */
  settings: Generated<string>;
  created_at: number;
  updated_at: Generated<number>;
}

/** A place or department of an organisation. */
interface BranchTable {
  id: string;
  organisation_id: string;
  name: string;
  created_at: number;
}

/** Public keys; the private halves are the organisation's. */
interface OrganisationKeyTable {
  /** Names the key in the header of what it signed or what was encrypted to it. */
  id: string;
  organisation_id: string;
  /** What the operator calls it. */
  name: string;
  /** `launch` for signed launches, `results` for encrypted results. */
  purpose: string;
  /** JSON web key. */
  public_key: string;
  active: number;
  created_at: number;
}

/** What operators did. Nothing of people but their ids. */
interface AuditTable {
  id: string;
  actor: string;
  /** Such as `user.erase`. */
  action: string;
  /** Id of what it was done to, or ''. */
  target: string;
  /** `started`, `done`, or the code of the refusal. */
  outcome: string;
  /** Whose the target is; '' where it is nobody's. Without a reference: it outlives the organisation. */
  organisation_id: Generated<string>;
  /** Names of the fields that were changed, never their values. */
  details: Generated<string>;
  created_at: number;
}

/** Who may use the admin page. */
interface AdministratorTable {
  id: string;
  /** In lower case, unique. */
  email: string;
  /** PHC string of argon2id. */
  password_hash: string;
  /** The one organisation they may see; null for the whole installation. */
  organisation_id: string | null;
  created_at: number;
  updated_at: number;
  signed_in_at: number | null;
  /** When a second factor was turned on; null without one. */
  second_factor_at: Generated<number | null>;
}

interface AdministratorSessionTable {
  /** SHA-256 of the cookie's token, hex. */
  hash: string;
  administrator_id: string;
  /** Last used: a session that is not ends. */
  seen_at: number;
  ends_at: number;
}

/** Counts alone: they say how many measurements, never whose. */
interface UsageDayTable {
  organisation_id: string;
  /** UTC, as `2030-01-31`. */
  day: string;
  /** `started`, `completed`, `failed` or `abandoned`. */
  outcome: string;
  count: number;
}

interface DeviceTable {
  id: string;
  organisation_id: string;
  licence_id: string;
  /** Set for the session of a signed-in person. */
  user_id: string | null;
  type: string;
  name: string;
  identifier: string;
  version: string;
  created_at: number;
}

/** A chain of renewed token pairs of one device. */
interface TokenFamilyTable {
  id: string;
  device_id: string;
  user_id: string | null;
  organisation_id: string;
  /** Counts the renewals; only tokens of the present one are valid. */
  generation: number;
  revoked: number;
  access_lifetime_s: number;
  expires_at: number;
  /** No renewal reaches past this; 0 for none. */
  ends_at: Generated<number>;
  /** Begun or last renewed; 0 in rows from before it was kept. */
  seen_at: Generated<number>;
  /** Names of what a person signed in with, for their list; '' for guests, and once the session has ended. */
  browser: Generated<string>;
  system: Generated<string>;
}

interface RefreshTokenTable {
  /** SHA-256 of the token, hex. */
  hash: string;
  family_id: string;
  used: number;
  used_at: number | null;
  expires_at: number;
}

interface ProfileTable {
  id: string;
  organisation_id: string;
  /** The device that created it; its owner only while no person is named. */
  device_id: string;
  user_id: string | null;
  name: string;
  email: string;
  status: string;
  created_at: number;
  updated_at: number;
}

interface MeasurementTable {
  id: string;
  organisation_id: string;
  device_id: string;
  /** Set only under a consent to storage: it then belongs to the person's history. */
  user_id: string | null;
  study_id: string;
  profile_id: string | null;
  partner_id: string;
  mode: string;
  resolution: number;
  status: string;
  data_bytes: number;
  /** Filmed time received, ms, counting what a fresh start dropped. */
  received_ms: number;
  created_at: number;
  updated_at: number;
  completed_at: number | null;
}

interface ChunkTable {
  measurement_id: string;
  /** 0-based place in the measurement. */
  position: number;
  /** SHA-256 of the payload, hex: tells a repeated chunk from a different one. */
  digest: string;
  payload: Uint8Array;
  /** Capture times of the first and last frame, ms on the camera's clock. */
  first_ms: number;
  last_ms: number;
  /** 1 when the chunk closes its measurement. */
  is_last: number;
  /** `pending`, `ignored` or `answered`. */
  state: string;
  /** Analyses begun; a chunk that keeps killing the process is given up. */
  tries: number;
  received_at: number;
  /** The replica that analyses it, until when by the database's clock; on SQLite there is only one. */
  claimed_by: Generated<string | null>;
  claimed_until: Generated<number>;
}

/** What one of several servers does for all. */
interface LeaderLeaseTable {
  name: string;
  holder: string;
  held_until: number;
}

interface ResultTable {
  measurement_id: string;
  position: number;
  id: string;
  /** Digest of the chunk it answers. */
  digest: string;
  is_final: number;
  status: string;
  /** JSON of the channels as sent. */
  channels: string;
  /** JSON of the error object as sent; its code is OK when the analysis ran. */
  error: string;
  created_at: number;
}

interface UserTable {
  id: string;
  organisation_id: string;
  /** In lower case. One of `email` and `phone_number` is there. */
  email: string | null;
  /** E.164. */
  phone_number: string | null;
  /** PHC string of argon2id; null for people who sign in by phone only. */
  password_hash: string | null;
  first_name: string;
  last_name: string;
  /** `ACTIVE` or `SUSPENDED`. */
  status: string;
  /** Whether a mail or a code was proven to reach them. */
  verified: number;
  /** One of the contract's roles. */
  role: Generated<string>;
  /** JSON of what they say of themselves; '' for nothing. */
  details: Generated<string>;
  created_at: number;
  updated_at: number;
  /** When a second factor was turned on; null without one. */
  second_factor_at: Generated<number | null>;
}

interface AccessCodeTable {
  /** In upper case. */
  code: string;
  organisation_id: string;
  study_id: string;
  active: number;
  expires_at: number | null;
  created_at: number;
}

/** Receipts: rows are added, never changed. Exactly one of `user_id` and `device_id` is set. */
interface ConsentTable {
  id: string;
  organisation_id: string;
  user_id: string | null;
  device_id: string | null;
  /** 1, 2, … per person; the highest is in force. */
  number: number;
  policy_version: string;
  /** JSON of the contract's consent record. */
  record: string;
  created_at: number;
}

interface ResetLinkTable {
  /** SHA-256 of the link's token, hex. */
  hash: string;
  user_id: string;
  expires_at: number;
}

/** Becomes a user when its link is opened. */
interface SignUpTable {
  /** SHA-256 of the link's token, hex. */
  hash: string;
  organisation_id: string;
  /** In lower case. */
  email: string;
  /** PHC string of argon2id. */
  password_hash: string;
  expires_at: number;
}

interface LoginCodeTable {
  user_id: string;
  /** Keyed hash: six digits are soon guessed from a plain one. */
  hash: string;
  tries_left: number;
  expires_at: number;
}

interface AttemptTable {
  /** Keyed hash of what is limited, so that no name or address is kept. */
  key: string;
  count: number;
  window_ends_at: number;
  locked_until: number;
}

interface OutboxTable {
  id: string;
  user_id: string | null;
  /** `mail` or `sms`. */
  channel: string;
  recipient: string;
  subject: string;
  body: string;
  /** `held` for the operator, `pending`, or `failed`; what was sent is deleted. */
  state: string;
  tries: number;
  next_try_at: number;
  /** After this it is not sent any more and is deleted. */
  expires_at: number;
  created_at: number;
}

/** What browsers told for the events webhook. Each counts once, however often it was sent. */
interface EventTable {
  configuration_id: string;
  /** As the browser named it. */
  session_id: string;
  sequence: number;
  event: string;
  severity: string;
  /** JSON of the contract's event payload. */
  payload: string;
  /** On the browser's clock. */
  happened_at: number;
  received_at: number;
}

/** A visit by an enterprise link, as long as results may be passed on for it. */
interface LaunchTable {
  /** SHA-256 of the launch id, hex: whoever knows the id may post results. */
  hash: string;
  configuration_id: string;
  session_id: string;
  /** Where the profile asks for results and events to go; null: where the configuration says. */
  results_api_url: string | null;
  events_url: string | null;
  /** JWE that the launch id alone opens: what the link told, for another device to go on with; '' before there were any. */
  encrypted: Generated<string>;
  expires_at: number;
  created_at: number;
}

/** A phone that may go on, or has. */
interface HandOffTable {
  id: string;
  /** SHA-256 of the token, hex. */
  hash: string;
  /** `consumer` or `enterprise`. */
  edition: string;
  organisation_id: string;
  /** Who asked: their device, the session it was asked in, and the person if one is signed in. */
  device_id: string;
  family_id: string;
  user_id: string | null;
  /** JWE that the token alone opens; '' once it was. */
  encrypted: string;
  /** Device of the phone. */
  phone_id: string | null;
  /** The token works until then. */
  expires_at: number;
  opened_at: number | null;
  /** After this nobody asks for it any more. */
  kept_until: number;
}

/** Launch tokens that were used; kept until they would have expired. */
interface LaunchTokenTable {
  organisation_id: string;
  jti: string;
  expires_at: number;
}

/** What a results API answered, so that the same results are posted once. */
interface ResultPostTable {
  launch_hash: string;
  /** SHA-256 of the results, hex. */
  digest: string;
  data_id: string;
  created_at: number;
}

/** Requests of one address to strict routes, where several servers count together. */
interface RequestCountTable {
  /** Keyed hash of the address. */
  key: string;
  count: number;
  ends_at: number;
}

/** What events and results are signed with. */
interface WebhookSecretTable {
  id: string;
  organisation_id: string;
  /** Compact JWE that only this installation opens. */
  encrypted: string;
  /** Set once another secret took its place: until then both sign. */
  ends_at: number | null;
  created_at: number;
}

interface WebhookDeliveryTable {
  id: string;
  configuration_id: string;
  session_id: string;
  event: string;
  address: string;
  /** JSON as it is sent. */
  body: string;
  /** `pending`, `delivered` or `failed`. */
  state: string;
  tries: number;
  /** Why the last try failed. */
  failure: string | null;
  /** While a try is under way: when another process may take it up. */
  next_try_at: number;
  created_at: number;
  updated_at: number;
}

/** What a report selects: its file is made anew whenever it is fetched, so that what was deleted is not in it. */
interface ReportTable {
  id: string;
  organisation_id: string;
  /** Who made it. */
  user_id: string;
  /** JSON of the contract's report body. */
  selection: string;
  expires_at: number;
}

/** An authenticator app of a person or an administrator. */
interface SecondFactorTable {
  /** That of its holder. */
  id: string;
  /** One of the two is there. */
  user_id: string | null;
  administrator_id: string | null;
  /** JWE of the secret. */
  encrypted: string;
  /** 128 bits that the recovery codes are hashed with, base64url. */
  salt: string;
  /** Time step of the code that was used last: none up to it is taken again. */
  last_step: number;
  created_at: number;
  /** Null until a code has proven that the app has the secret. */
  confirmed_at: number | null;
}

/** Recovery codes that were not used yet. */
interface RecoveryCodeTable {
  factor_id: string;
  /** argon2id of the code with the salt of its factor, base64url. */
  hash: string;
}

/** Sign-ins whose first step is done. */
interface SignInStepTable {
  /** SHA-256 of the token, hex. */
  hash: string;
  factor_id: string;
  /** SHA-256 of what the first step rested on: it ends with the password that it was done with. */
  proof: string;
  expires_at: number;
}
