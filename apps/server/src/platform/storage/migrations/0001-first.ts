// SPDX-License-Identifier: Apache-2.0
import { PostgresAdapter, sql, type Kysely, type Migration } from 'kysely';

/** Where PostgreSQL and SQLite differ. */
interface Dialect {
  readonly bytes: 'bytea' | 'blob';
  /** A table whose writes need not wait for the disk, and which may be empty after a crash of the database. */
  readonly createUnlogged: string;
}

const POSTGRES: Dialect = { bytes: 'bytea', createUnlogged: 'create unlogged table' };
const SQLITE: Dialect = { bytes: 'blob', createUnlogged: 'create table' };

/**
 * Ids and JSON are text, times milliseconds since 1970 in 64 bits, booleans 0 or 1. The audit log and the counts of
 * usage refer to no person and no measurement: they outlive both.
 */
const statements = ({ bytes, createUnlogged }: Dialect): readonly string[] => [
  `create table organisations (
    id text primary key,
    name text not null,
    identifier text not null default '',
    contact text not null default '',
    email text not null default '',
    addresses text not null default '[]',
    logo text not null default '',
    password_policy text not null default '',
    login_type text not null default 'password',
    allow_signup integer not null default 1,
    status text not null default 'ACTIVE',
    created_at bigint not null,
    updated_at bigint not null default 0
  )`,
  "create unique index organisations_by_identifier on organisations (identifier) where identifier <> ''",
  `create table studies (
    id text primary key,
    organisation_id text not null references organisations (id) on delete cascade,
    name text not null,
    description text not null,
    status text not null,
    config text not null default '',
    created_at bigint not null,
    updated_at bigint not null
  )`,
  'create index studies_by_organisation_id on studies (organisation_id)',
  `create table licences (
    id text primary key,
    organisation_id text not null references organisations (id) on delete cascade,
    key_hash text not null unique,
    kind text not null,
    name text not null default '',
    active integer not null,
    created_at bigint not null
  )`,
  `create table installations (
    id text primary key,
    organisation_id text not null references organisations (id),
    study_id text not null references studies (id),
    guest_licence_id text not null references licences (id),
    secrets_id text not null default ''
  )`,
  `create table branches (
    id text primary key,
    organisation_id text not null references organisations (id) on delete cascade,
    name text not null,
    created_at bigint not null
  )`,
  'create unique index branches_by_name on branches (organisation_id, name)',
  `create table configurations (
    id text primary key,
    organisation_id text not null references organisations (id) on delete cascade,
    study_id text not null references studies (id),
    access_code text not null,
    branch_id text references branches (id),
    settings text not null default '{}',
    created_at bigint not null,
    updated_at bigint not null default 0
  )`,
  'create index configurations_by_organisation_id on configurations (organisation_id)',
  `create table organisation_keys (
    id text primary key,
    organisation_id text not null references organisations (id) on delete cascade,
    name text not null,
    purpose text not null,
    public_key text not null,
    active integer not null,
    created_at bigint not null
  )`,
  'create index organisation_keys_by_organisation_id on organisation_keys (organisation_id)',

  `create table users (
    id text primary key,
    organisation_id text not null references organisations (id) on delete cascade,
    email text,
    phone_number text,
    password_hash text,
    first_name text not null,
    last_name text not null,
    status text not null,
    verified integer not null,
    role text not null default 'USER',
    details text not null default '',
    created_at bigint not null,
    updated_at bigint not null,
    second_factor_at bigint,
    study_id text references studies (id) on delete set null,
    constraint users_email unique (organisation_id, email),
    constraint users_phone unique (organisation_id, phone_number)
  )`,
  `create table access_codes (
    code text primary key,
    organisation_id text not null references organisations (id) on delete cascade,
    study_id text not null references studies (id),
    active integer not null,
    expires_at bigint,
    created_at bigint not null
  )`,
  'create index access_codes_by_organisation_id on access_codes (organisation_id)',
  `create table sign_ups (
    hash text primary key,
    organisation_id text not null references organisations (id) on delete cascade,
    email text not null,
    password_hash text not null,
    study_id text references studies (id) on delete set null,
    expires_at bigint not null
  )`,
  'create index sign_ups_by_email on sign_ups (organisation_id, email)',
  `create table reset_links (
    hash text primary key,
    user_id text not null references users (id) on delete cascade,
    expires_at bigint not null
  )`,
  'create index reset_links_by_user_id on reset_links (user_id)',
  `create table login_codes (
    user_id text primary key references users (id) on delete cascade,
    hash text not null,
    tries_left integer not null,
    expires_at bigint not null
  )`,
  `create table attempts (
    key text primary key,
    count integer not null,
    window_ends_at bigint not null,
    locked_until bigint not null
  )`,
  'create index attempts_by_window_ends_at on attempts (window_ends_at)',
  `${createUnlogged} request_counts (
    key text primary key,
    count integer not null,
    ends_at bigint not null
  )`,
  'create index request_counts_by_ends_at on request_counts (ends_at)',

  `create table devices (
    id text primary key,
    organisation_id text not null references organisations (id) on delete cascade,
    licence_id text not null references licences (id),
    user_id text references users (id) on delete cascade,
    type text not null,
    name text not null,
    identifier text not null,
    version text not null,
    created_at bigint not null
  )`,
  'create index devices_by_licence_id on devices (licence_id)',
  'create index devices_by_user_id on devices (user_id)',
  `create table token_families (
    id text primary key,
    device_id text not null references devices (id) on delete cascade,
    user_id text references users (id) on delete cascade,
    organisation_id text not null,
    generation integer not null,
    revoked integer not null,
    access_lifetime_s integer not null,
    expires_at bigint not null,
    ends_at bigint not null default 0,
    seen_at bigint not null default 0,
    browser text not null default '',
    system text not null default '',
    proven_at bigint not null default 0,
    parent_id text
  )`,
  'create index token_families_by_device_id on token_families (device_id)',
  'create index token_families_by_parent_id on token_families (parent_id)',
  'create index token_families_by_user_id on token_families (user_id)',
  `create table refresh_tokens (
    hash text primary key,
    family_id text not null references token_families (id) on delete cascade,
    used integer not null,
    used_at bigint,
    used_by text not null default '',
    next_hash text not null default '',
    answer text not null default '',
    expires_at bigint not null
  )`,
  'create index refresh_tokens_by_family_id on refresh_tokens (family_id)',
  `create table profiles (
    id text primary key,
    organisation_id text not null,
    device_id text not null references devices (id) on delete cascade,
    user_id text references users (id) on delete cascade,
    name text not null,
    email text not null,
    status text not null,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  'create index profiles_by_device_id on profiles (device_id)',
  'create index profiles_by_user_id on profiles (user_id)',
  `create table consents (
    id text primary key,
    organisation_id text not null references organisations (id) on delete cascade,
    user_id text references users (id) on delete cascade,
    device_id text references devices (id) on delete cascade,
    number integer not null,
    policy_version text not null,
    record text not null,
    created_at bigint not null,
    constraint consents_of_user unique (user_id, number),
    constraint consents_of_device unique (device_id, number)
  )`,
  `create table handoffs (
    id text primary key,
    hash text not null unique,
    edition text not null,
    organisation_id text not null references organisations (id) on delete cascade,
    device_id text not null references devices (id) on delete cascade,
    family_id text not null,
    user_id text references users (id) on delete cascade,
    encrypted text not null,
    phone_id text,
    expires_at bigint not null,
    opened_at bigint,
    kept_until bigint not null
  )`,
  'create index handoffs_by_device_id on handoffs (device_id)',
  'create index handoffs_by_kept_until on handoffs (kept_until)',
  'create index handoffs_by_organisation_id on handoffs (organisation_id)',
  'create index handoffs_by_user_id on handoffs (user_id)',

  `create table measurements (
    id text primary key,
    organisation_id text not null,
    device_id text not null references devices (id) on delete cascade,
    user_id text references users (id) on delete cascade,
    study_id text not null references studies (id),
    profile_id text references profiles (id) on delete set null,
    partner_id text not null,
    mode text not null,
    resolution integer not null,
    status text not null,
    data_bytes integer not null,
    received_ms double precision not null,
    created_at bigint not null,
    updated_at bigint not null,
    completed_at bigint
  )`,
  'create index measurements_by_device_id_created_at on measurements (device_id, created_at)',
  'create index measurements_by_profile_id on measurements (profile_id)',
  'create index measurements_by_status_updated_at on measurements (status, updated_at)',
  'create index measurements_by_user_id on measurements (user_id)',
  'create index measurements_of_organisation on measurements (organisation_id, created_at)',
  `create table chunks (
    measurement_id text not null references measurements (id) on delete cascade,
    position integer not null,
    digest text not null,
    first_ms double precision not null,
    last_ms double precision not null,
    is_last integer not null,
    state text not null,
    tries integer not null,
    received_at bigint not null,
    claimed_by text,
    claimed_until bigint not null default 0,
    payload ${bytes} not null,
    constraint chunks_key primary key (measurement_id, position)
  )`,
  'create index chunks_by_state on chunks (state)',
  `create table results (
    measurement_id text not null references measurements (id) on delete cascade,
    position integer not null,
    id text not null,
    digest text not null,
    is_final integer not null,
    status text not null,
    channels text not null,
    error text not null,
    created_at bigint not null,
    constraint results_key primary key (measurement_id, position)
  )`,
  `create table usage_days (
    organisation_id text not null references organisations (id) on delete cascade,
    day text not null,
    outcome text not null,
    count integer not null,
    constraint usage_days_key primary key (organisation_id, day, outcome)
  )`,
  `create table reports (
    id text primary key,
    organisation_id text not null references organisations (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    selection text not null,
    expires_at bigint not null
  )`,

  `create table launches (
    hash text primary key,
    configuration_id text not null references configurations (id) on delete cascade,
    session_id text not null,
    session_by text not null,
    device_id text references devices (id) on delete set null,
    is_elsewhere integer not null,
    results_api_url text,
    events_url text,
    encrypted text not null default '',
    expires_at bigint not null,
    created_at bigint not null
  )`,
  'create index launches_by_device_id on launches (device_id)',
  'create index launches_by_end on launches (expires_at)',
  'create index launches_by_configuration_id on launches (configuration_id)',
  `create table launch_tokens (
    organisation_id text not null references organisations (id) on delete cascade,
    jti text not null,
    expires_at bigint not null,
    constraint launch_tokens_pk primary key (organisation_id, jti)
  )`,
  `create table result_posts (
    launch_hash text not null references launches (hash) on delete cascade,
    digest text not null,
    data_id text not null,
    created_at bigint not null,
    constraint result_posts_pk primary key (launch_hash, digest)
  )`,
  `create table encrypted_results (
    launch_hash text not null references launches (hash) on delete cascade,
    digest text not null,
    measurement text not null,
    created_at bigint not null,
    constraint encrypted_results_pk primary key (launch_hash, digest)
  )`,
  `create table events (
    configuration_id text not null references configurations (id) on delete cascade,
    launch_hash text not null,
    session_id text not null,
    sequence integer not null,
    event text not null,
    severity text not null,
    payload text not null,
    happened_at bigint not null,
    received_at bigint not null,
    constraint events_once primary key (launch_hash, sequence)
  )`,
  'create index events_by_session on events (configuration_id, session_id, sequence)',
  'create index events_by_configuration on events (configuration_id, received_at)',
  'create index events_by_age on events (received_at)',
  `create table webhook_secrets (
    id text primary key,
    organisation_id text not null references organisations (id) on delete cascade,
    encrypted text not null,
    ends_at bigint,
    created_at bigint not null
  )`,
  'create index webhook_secrets_by_organisation_id on webhook_secrets (organisation_id)',
  `create table jobs (
    id text primary key,
    kind text not null,
    user_id text references users (id) on delete cascade,
    configuration_id text references configurations (id) on delete cascade,
    payload text not null,
    state text not null,
    tries integer not null,
    failure text,
    due_at bigint not null,
    lease text,
    expires_at bigint,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  'create index jobs_by_configuration_id_created_at on jobs (configuration_id, created_at)',
  'create index jobs_by_created_at on jobs (created_at)',
  'create index jobs_by_expires_at on jobs (expires_at)',
  'create index jobs_by_state_updated_at on jobs (state, updated_at)',
  'create index jobs_by_user_id on jobs (user_id)',
  'create index jobs_due on jobs (kind, state, due_at)',

  `create table administrators (
    id text primary key,
    email text not null unique,
    password_hash text not null,
    organisation_id text references organisations (id) on delete cascade,
    created_at bigint not null,
    updated_at bigint not null,
    signed_in_at bigint,
    second_factor_at bigint
  )`,
  `create table administrator_sessions (
    hash text primary key,
    administrator_id text not null references administrators (id) on delete cascade,
    seen_at bigint not null,
    ends_at bigint not null
  )`,
  `create table second_factors (
    id text primary key,
    user_id text unique references users (id) on delete cascade,
    administrator_id text unique references administrators (id) on delete cascade,
    encrypted text not null,
    salt text not null,
    last_step bigint not null,
    created_at bigint not null,
    confirmed_at bigint
  )`,
  `create table recovery_codes (
    factor_id text not null references second_factors (id) on delete cascade,
    hash text not null,
    constraint recovery_codes_key primary key (factor_id, hash)
  )`,
  `create table sign_in_steps (
    hash text primary key,
    factor_id text not null references second_factors (id) on delete cascade,
    proof text not null,
    expires_at bigint not null
  )`,
  'create index sign_in_steps_by_factor_id on sign_in_steps (factor_id)',
  `create table audit (
    id text primary key,
    actor text not null,
    action text not null,
    target text not null,
    outcome text not null,
    organisation_id text not null default '',
    details text not null default '',
    created_at bigint not null
  )`,
  'create index audit_by_age on audit (created_at)',
  `create table leader_leases (
    name text primary key,
    holder text not null,
    held_until bigint not null
  )`,
];

export const first: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const statement of statements(isPostgres ? POSTGRES : SQLITE)) {
      await sql.raw(statement).execute(db);
    }
  },
};
