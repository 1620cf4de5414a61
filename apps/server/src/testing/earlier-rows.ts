// SPDX-License-Identifier: Apache-2.0
/** Test rig: a row of every table, as the version that made the table wrote it. A migration that adds a table adds one. */
import { Buffer } from 'node:buffer';
import { smallPayloads } from './chunks.ts';

export interface EarlierRow {
  /** The migration that made the table, or the columns that the row is about. */
  readonly since: string;
  readonly table: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** 2031-01-01, above what 32 bits hold. */
const TIME = 1_924_992_000_000;
const at = { created_at: TIME };
const [payload = ''] = smallPayloads({ count: 1 });
/** The measurement whose last chunk was stored and not analysed when the server was updated. */
export const WAITING = 'measurement-waiting';

const measurement = (id: string, status: string) => ({
  id,
  organisation_id: 'organisation',
  device_id: 'device',
  study_id: 'study',
  profile_id: 'profile',
  partner_id: 'Ünïcode "quotes" 漢字 ',
  mode: 'DISCRETE',
  resolution: 0,
  status,
  data_bytes: 30_000,
  received_ms: 4999.75,
  ...at,
  updated_at: TIME,
  completed_at: null,
});

const first: readonly [string, Record<string, unknown>][] = [
  ['organisations', { id: 'organisation', name: `O'Hara & "Söhne"`, ...at }],
  [
    'studies',
    {
      id: 'study',
      organisation_id: 'organisation',
      name: 's',
      description: '',
      status: 'ACTIVE',
      ...at,
      updated_at: TIME,
    },
  ],
  [
    'licences',
    {
      id: 'licence',
      organisation_id: 'organisation',
      key_hash: 'hash',
      kind: 'guest',
      active: 1,
      ...at,
    },
  ],
  [
    'installations',
    {
      id: 'installation',
      organisation_id: 'organisation',
      study_id: 'study',
      guest_licence_id: 'licence',
    },
  ],
  [
    'configurations',
    {
      id: 'configuration',
      organisation_id: 'organisation',
      study_id: 'study',
      access_code: 'CODE',
      ...at,
    },
  ],
  [
    'devices',
    {
      id: 'device',
      organisation_id: 'organisation',
      licence_id: 'licence',
      type: 'WEB',
      name: '',
      identifier: '',
      version: '',
      ...at,
    },
  ],
  [
    'token_families',
    {
      id: 'family',
      device_id: 'device',
      organisation_id: 'organisation',
      generation: 3,
      revoked: 0,
      access_lifetime_s: 60,
      expires_at: TIME,
    },
  ],
  ['refresh_tokens', { hash: 'refresh', family_id: 'family', used: 0, expires_at: TIME }],
  [
    'profiles',
    {
      id: 'profile',
      organisation_id: 'organisation',
      device_id: 'device',
      name: 'n',
      email: 'e',
      status: '{}',
      ...at,
      updated_at: TIME,
    },
  ],
  ['measurements', measurement('measurement', 'COMPLETE')],
  ['measurements', measurement(WAITING, 'PROCESSING')],
  [
    'chunks',
    {
      measurement_id: WAITING,
      position: 0,
      digest: 'd',
      payload: Buffer.from(payload, 'base64'),
      first_ms: 0.25,
      last_ms: 4999.75,
      is_last: 1,
      state: 'pending',
      tries: 0,
      received_at: TIME,
    },
  ],
  [
    'results',
    {
      measurement_id: 'measurement',
      position: 5,
      id: 'result',
      digest: 'd',
      is_final: 1,
      status: 'COMPLETE',
      channels: '{}',
      error: '{"Code":"OK"}',
      ...at,
    },
  ],
];

const later: readonly [since: string, table: string, Record<string, unknown>][] = [
  [
    '0002',
    'users',
    {
      id: 'user',
      organisation_id: 'organisation',
      email: 'jo@example.org',
      phone_number: null,
      password_hash: 'phc',
      first_name: 'Jo',
      last_name: '',
      status: 'ACTIVE',
      verified: 1,
      ...at,
      updated_at: TIME,
    },
  ],
  [
    '0002',
    'access_codes',
    {
      code: 'CODE',
      organisation_id: 'organisation',
      study_id: 'study',
      active: 1,
      expires_at: null,
      ...at,
    },
  ],
  [
    '0002',
    'consents',
    {
      id: 'consent',
      organisation_id: 'organisation',
      user_id: 'user',
      device_id: null,
      number: 1,
      policy_version: '1',
      record: '{}',
      ...at,
    },
  ],
  ['0002', 'reset_links', { hash: 'link', user_id: 'user', expires_at: TIME }],
  ['0002', 'login_codes', { user_id: 'user', hash: 'code', tries_left: 5, expires_at: TIME }],
  ['0002', 'attempts', { key: 'key', count: 2, window_ends_at: TIME, locked_until: 0 }],
  [
    '0002',
    'outbox',
    {
      id: 'message',
      user_id: 'user',
      channel: 'mail',
      recipient: 'jo@example.org',
      subject: 's',
      body: 'two\nlines',
      state: 'held',
      tries: 0,
      next_try_at: 0,
      expires_at: TIME,
      ...at,
    },
  ],
  [
    '0003',
    'events',
    {
      configuration_id: 'configuration',
      session_id: 'session',
      sequence: 1,
      event: 'e',
      severity: 'info',
      payload: '{}',
      happened_at: TIME,
      received_at: TIME,
    },
  ],
  ['0004', 'branches', { id: 'branch', organisation_id: 'organisation', name: 'Leeds', ...at }],
  [
    '0004',
    'organisation_keys',
    {
      id: 'key',
      organisation_id: 'organisation',
      name: '',
      purpose: 'launch',
      public_key: '{}',
      active: 1,
      ...at,
    },
  ],
  [
    '0004',
    'audit',
    {
      id: 'audit',
      actor: 'cli:root',
      action: 'user.erase',
      target: 'user',
      outcome: 'done',
      ...at,
    },
  ],
  [
    '0005',
    'sign_ups',
    {
      hash: 'sign-up',
      organisation_id: 'organisation',
      email: 'al@example.org',
      password_hash: 'phc',
      expires_at: TIME,
    },
  ],
  [
    '0006',
    'launches',
    {
      hash: 'launch',
      configuration_id: 'configuration',
      session_id: 'session',
      results_api_url: null,
      events_url: null,
      expires_at: TIME,
      ...at,
    },
  ],
  ['0006', 'launch_tokens', { organisation_id: 'organisation', jti: 'jti', expires_at: TIME }],
  ['0006', 'result_posts', { launch_hash: 'launch', digest: 'd', data_id: 'id', ...at }],
  [
    '0006',
    'webhook_secrets',
    { id: 'secret', organisation_id: 'organisation', sealed: 'jwe', ends_at: null, ...at },
  ],
  [
    '0006',
    'webhook_deliveries',
    {
      id: 'delivery',
      configuration_id: 'configuration',
      session_id: 'session',
      event: 'e',
      address: 'https://clinic.example/',
      body: '{}',
      state: 'failed',
      tries: 12,
      failure: 'HTTP_503',
      next_try_at: 0,
      ...at,
      updated_at: TIME,
    },
  ],
  [
    '0007',
    'administrators',
    {
      id: 'administrator',
      email: 'ad@example.org',
      password_hash: 'phc',
      organisation_id: null,
      ...at,
      updated_at: TIME,
      signed_in_at: null,
    },
  ],
  [
    '0007',
    'administrator_sessions',
    { hash: 'session', administrator_id: 'administrator', seen_at: TIME, ends_at: TIME },
  ],
  [
    '0007',
    'usage_days',
    { organisation_id: 'organisation', day: '2030-12-31', outcome: 'completed', count: 7 },
  ],
  ['0009', 'duties', { name: 'old', holder: 'nobody', held_until: 0 }],
  [
    '0010',
    'handoffs',
    {
      id: 'handoff',
      hash: 'handoff',
      edition: 'consumer',
      organisation_id: 'organisation',
      device_id: 'device',
      family_id: 'family',
      user_id: null,
      sealed: 'jwe',
      phone_id: null,
      expires_at: TIME,
      opened_at: null,
      kept_until: TIME,
    },
  ],
  [
    '0011',
    'reports',
    {
      id: 'report',
      organisation_id: 'organisation',
      user_id: 'user',
      selection: '{}',
      expires_at: TIME,
    },
  ],
  ['0012', 'request_counts', { key: 'address', count: 3, ends_at: TIME }],
  [
    '0013',
    'second_factors',
    {
      id: 'user',
      user_id: 'user',
      administrator_id: null,
      sealed: 'jwe',
      salt: 'salt',
      last_step: TIME / 30_000,
      ...at,
      confirmed_at: TIME,
    },
  ],
  ['0013', 'recovery_codes', { factor_id: 'user', hash: 'recovery' }],
  ['0013', 'sign_in_steps', { hash: 'step', factor_id: 'user', proof: 'p', expires_at: TIME }],
];

export const EARLIER_ROWS: readonly EarlierRow[] = [
  ...first.map(([table, values]) => ({ since: '0001', table, values })),
  ...later.map(([since, table, values]) => ({ since, table, values })),
];
