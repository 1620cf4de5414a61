// SPDX-License-Identifier: Apache-2.0
/** Meaningful sequences of calls. */
import { LAUNCH_HEADER } from '@perfuse/contract/launch/link';
import { EMPTY_PROFILE } from '@perfuse/contract/person/profile';
import { FULL_CONSENT } from '@perfuse/server/testing/people';
import { textOfCalls, type Call, type Method } from './call.ts';
import type { Headers } from './routes.ts';

const ADMIN = '/admin/api';
const ADMIN_FACTOR = `${ADMIN}/session/second-factor`;
const FACTOR = '/api/account/second-factor';
const SIGN_IN = { email: '@EMAIL@', password: '@PASSWORD@', configId: '@CONFIG@' };
const by = (actor: string): Headers => ({ authorization: `Bearer @${actor}@` });
const administrator = (actor: string): Headers => ({
  cookie: `perfuse_admin=@${actor}@`,
  'perfuse-admin': '1',
});

const NO_SESSION: Headers = { 'perfuse-admin': '1' };

function call(method: Method, url: string, headers: Headers = {}, body?: unknown): Call {
  if (body === undefined) return { method, url, headers, body: '' };
  const json = { 'content-type': 'application/json' };
  // A number: its placeholder is not quoted.
  const text = JSON.stringify(body).replace('"@$updatedAt@"', '@$updatedAt@');
  return { method, url, headers: { ...headers, ...json }, body: text };
}

const chunk = (actor: string, measurement: string, Action: string, Payload: string): Call =>
  call('POST', `/analysis/measurements/${measurement}/data`, by(actor), { Action, Payload });

const EVENT = {
  timestamp: '2026-11-22T07:00:00.000Z',
  sessionId: 's-1',
  sequence: 0,
  event: 'WMS_LOADED',
  severity: 'INFO',
  payload: { a: 'x' },
};
const session = {
  termsAccepted: true,
  consentCompleted: true,
  profileCompleted: false,
  profile: EMPTY_PROFILE,
};
const member = { Email: '@SECRET@@example.org', Password: '@PASSWORD@' };

const calls = {
  measure: [chunk('GUEST', '@GUESTMEASUREMENT@', 'LAST::PROCESS', '@PAYLOAD@')],
  wholeMeasurement: [
    chunk('DEVICE', '@MEASUREMENT@', 'FIRST::PROCESS', '@PAYLOADA@'),
    chunk('DEVICE', '@MEASUREMENT@', 'CHUNK::PROCESS', '@PAYLOADB@'),
    chunk('DEVICE', '@MEASUREMENT@', 'LAST::PROCESS', '@PAYLOADC@'),
    call('GET', '/analysis/measurements/@MEASUREMENT@/results/0', by('DEVICE')),
    call('GET', '/analysis/measurements/@MEASUREMENT@?ExpandResults=true', by('DEVICE')),
  ],
  anew: [
    chunk('DEVICE', '@MEASUREMENT@', 'FIRST::IGNORE', '@PAYLOADA@'),
    chunk('DEVICE', '@MEASUREMENT@', 'FIRST::PROCESS', '@PAYLOADA@'),
    chunk('DEVICE', '@MEASUREMENT@', 'CHUNK::IGNORE', '@PAYLOADB@'),
    chunk('DEVICE', '@MEASUREMENT@', 'LAST::IGNORE', '@PAYLOADC@'),
    call('DELETE', '/analysis/measurements/@MEASUREMENT@', by('DEVICE')),
  ],
  history: [
    call('POST', '/analysis/consents', by('PERSON'), FULL_CONSENT),
    call('POST', '/analysis/measurements', by('PERSON'), { StudyID: '@HOUSESTUDY@' }),
    chunk('PERSON', '@$ID@', 'LAST::PROCESS', '@PAYLOAD@'),
    call('GET', '/api/history?limit=5', by('PERSON')),
    call('GET', '/api/account/data', by('PERSON')),
    call('DELETE', '/api/history/@VOWN@', by('PERSON')),
    call('DELETE', '/api/history', by('PERSON')),
    call('POST', '/api/account/erase', by('PERSON'), { password: '@PASSWORD@' }),
  ],
  account: [
    call('POST', '/api/users', {}, { email: '@SECRET@@example.org', password: '@PASSWORD@' }),
    call('POST', '/api/signin', {}, SIGN_IN),
    call('POST', '/api/auths/renew', {}, { Token: '@$Token@', RefreshToken: '@$RefreshToken@' }),
    call('GET', '/analysis/users', { authorization: 'Bearer @$Token@' }),
    call('POST', '/api/auths/logout', {}, { Token: '@$Token@', RefreshToken: '@$RefreshToken@' }),
    call('POST', '/api/resetPass', {}, { email: '@EMAIL@' }),
  ],
  secondFactor: [
    call('POST', FACTOR, by('MEMBER'), { password: '@PASSWORD@' }),
    call('POST', `${FACTOR}/confirm`, by('MEMBER'), { code: '@CODE@' }),
    call('GET', FACTOR, by('MEMBER')),
    call('POST', '/api/signin', {}, SIGN_IN),
    call('POST', '/api/signin/second-step', {}, { Token: '@$Token@', Code: '@CODE@' }),
    call('GET', '/analysis/users', by('$Token')),
    call('POST', '/api/signin', {}, SIGN_IN),
    call('POST', '/api/signin/second-step', {}, { Token: '@$Token@', Code: '@$0@' }),
    call('POST', `${FACTOR}/recovery-codes`, by('MEMBER'), {
      password: '@PASSWORD@',
      code: '@CODE@',
    }),
    call('POST', `${FACTOR}/end`, by('MEMBER'), { password: '@PASSWORD@', code: '@$1@' }),
  ],
  administratorFactor: [
    call('POST', ADMIN_FACTOR, administrator('KEEPER'), { password: '@ADMINPASSWORD@' }),
    call('POST', `${ADMIN_FACTOR}/confirm`, administrator('KEEPER'), { code: '@CODE@' }),
    call('POST', `${ADMIN}/session`, NO_SESSION, {
      email: '@KEEPEREMAIL@',
      password: '@ADMINPASSWORD@',
    }),
    call('POST', `${ADMIN}/session/second-step`, NO_SESSION, {
      Token: '@$Token@',
      Code: '@CODE@',
    }),
    call('GET', ADMIN_FACTOR, administrator('KEEPER')),
    call('POST', `${ADMIN_FACTOR}/end`, administrator('KEEPER'), {
      password: '@ADMINPASSWORD@',
      code: '@$2@',
    }),
  ],
  sessions: [
    call('GET', '/api/account/sessions', by('MEMBER')),
    call('POST', '/api/signin', {}, SIGN_IN),
    call('GET', '/api/account/sessions', by('$Token')),
    // The last one listed is the least recently used.
    call('POST', '/api/account/sessions/@$ID@/end', by('$Token'), { password: '@PASSWORD@' }),
    call('GET', '/api/account/sessions', by('MEMBER')),
    call('POST', '/api/account/sessions/end-others', by('$Token'), { password: '@PASSWORD@' }),
    call('POST', '/api/account/password', by('$Token'), {
      password: '@PASSWORD@',
      newPassword: '@SECRET@aA1',
    }),
    call('GET', '/api/account/sessions', by('$Token')),
  ],
  launch: [
    call('GET', '/api/profile/@CONFIG@/@SIGNED@/s-1'),
    call('POST', '/api/webhook/@CONFIG@', { [LAUNCH_HEADER]: '@$launchId@' }, [EVENT]),
    call(
      'POST',
      '/api/encryption',
      { [LAUNCH_HEADER]: '@$launchId@' },
      {
        configId: '@CONFIG@',
        sessionId: 's-1',
        resultsPayload: '{}',
      },
    ),
    call('GET', '/api/config/@CONFIG@'),
  ],
  handOff: [
    call('POST', '/api/handoff', by('GUEST'), { edition: 'consumer', session, language: 'de' }),
    call('GET', '/api/handoff/@$id@', by('GUEST')),
    call('POST', '/api/handoff/redeem', {}, { token: '@$token@', edition: 'consumer' }),
    call('GET', '/analysis/auth', { authorization: 'Bearer @$Token@' }),
    call('DELETE', '/api/handoff/@$id@', by('GUEST')),
  ],
  staff: [
    call('POST', '/analysis/organizations/users', by('CHIEF'), { ...member, RoleID: 'DFX_LEAD' }),
    call('PATCH', '/analysis/organizations/users/@$ID@', by('CHIEF'), { StatusID: 'SUSPENDED' }),
    call('GET', '/analysis/organizations/users?Username=@SECRET@@example.org', by('ANALYST')),
    call('DELETE', '/analysis/organizations/users/@VUSER@', by('CHIEF')),
    call('POST', '/analysis/studies', by('LEAD'), { Name: '@SECRET@', Config: { a: 'b' } }),
    call('DELETE', '/analysis/studies/@$ID@', by('CHIEF')),
    call('DELETE', '/analysis/organizations/@VORG@/measurements', by('CHIEF')),
  ],
  reports: [
    chunk('DEVICE', '@MEASUREMENT@', 'LAST::PROCESS', '@PAYLOAD@'),
    call('POST', '/analysis/reports/count', by('ANALYST'), { StudyID: '@STUDY@' }),
    call('POST', '/analysis/reports', by('ANALYST'), { StudyID: '', FileName: 'a' }),
    call('GET', '/analysis/reports/@$ID@', by('ANALYST')),
    call('GET', '/analysis/organizations/measurements?UserProfileName=%25&SortBy=x', by('ANALYST')),
  ],
  administration: [
    call('POST', `${ADMIN}/organisations/@ORG@/configurations`, administrator('KEEPER'), {
      id: '@SECRET@',
      settings: { language: 'de', callbackOrigins: ['https://clinic.example'] },
    }),
    call('PATCH', `${ADMIN}/organisations/@ORG@/configurations/@$id@`, administrator('KEEPER'), {
      updatedAt: '@$updatedAt@',
      settings: { branding: { pageTitle: '@SECRET@' } },
    }),
    call('GET', '/api/config/@$id@'),
    call('DELETE', `${ADMIN}/organisations/@ORG@/configurations/@$id@`, administrator('KEEPER')),
    call('GET', `${ADMIN}/organisations/@VORG@`, administrator('KEEPER')),
    call('GET', `${ADMIN}/audit?by=administrator`, administrator('KEEPER')),
  ],
  keys: [
    call('POST', `${ADMIN}/organisations/@ORG@/keys`, administrator('KEEPER'), {
      purpose: 'results',
    }),
    call('DELETE', `${ADMIN}/organisations/@ORG@/keys/@$id@`, administrator('KEEPER')),
    call('POST', `${ADMIN}/organisations/@ORG@/licences`, administrator('KEEPER'), { name: 'a' }),
    call(
      'POST',
      '/analysis/organizations/licenses',
      {},
      {
        Key: '@$key@',
        DeviceTypeID: 'WEB',
        Name: '@SECRET@',
        Identifier: 'b',
        Version: '1.0.0',
      },
    ),
    call('DELETE', `${ADMIN}/organisations/@ORG@/licences/@$id@`, administrator('KEEPER')),
    call('POST', `${ADMIN}/organisations/@ORG@/webhook-secrets`, administrator('KEEPER'), {}),
    call('POST', `${ADMIN}/organisations/@VORG@/webhook-secrets/show`, administrator('KEEPER')),
  ],
  strangeLength: [
    call('POST', '/analysis/measurements', by('DEVICE'), { StudyID: { length: { toString: 1 } } }),
  ],
} satisfies Record<string, readonly Call[]>;

type Name = keyof typeof calls;

// Proven: every name has its text.
export const SEQUENCES = Object.fromEntries(
  Object.entries(calls).map(([name, list]) => [name, textOfCalls(list)]),
) as Record<Name, string>;
