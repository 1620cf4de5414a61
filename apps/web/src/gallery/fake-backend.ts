// SPDX-License-Identifier: Apache-2.0
/** A service that answers what a story needs, instead of the network: the app's own client reads the answers. */
import type { sessionsAnswer } from '@perfuse/contract/account/access';
import type { HistoryItem } from '@perfuse/contract/account/history';
import type { organisationAnswer } from '@perfuse/contract/account/organisation';
import { DEFAULT_PASSWORD_POLICY } from '@perfuse/contract/account/password';
import type {
  Enrolment,
  SecondFactorState,
  SecondStep,
  SecondStepAnswer,
  SignInAnswer,
} from '@perfuse/contract/account/second-factor';
import type { LoginType } from '@perfuse/contract/account/session';
import type { EnvVars } from '@perfuse/contract/backend/routes';
import { encodeChannel, RESULT_MULTIPLIER } from '@perfuse/contract/results/message';
import type { z } from '@perfuse/contract/schema';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}
/** By method and path, such as `GET /api/status`, or `HEAD` for the sizes of files; `never` leaves the app waiting. */
export type Answers = Readonly<Record<string, Answer | 'never'>>;

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const refused = (status: number, code: string): Answer => ({
  status,
  body: { code, message: code },
});

const PAIR = { Token: 'token', RefreshToken: 'refresh' };

export const ORGANISATION: z.infer<typeof organisationAnswer> = {
  ...DEFAULT_PASSWORD_POLICY,
  ID: 'org',
  Name: 'Perfuse',
  Identifier: 'demo',
  StatusID: 'ACTIVE',
  Contact: 'Ada',
  Email: 'ada@example.org',
  OrgAddresses: [
    {
      Line1: '12 Long Street',
      Line2: '',
      City: 'Springfield',
      State: '',
      Country: 'Ireland',
      PostalCode: 'D02 X285',
    },
  ],
  Created: 0,
  Updated: 0,
  AdminPasswordMinLength: 12,
  PasswordRotateDays: 0,
  RequireUniquePasswordsCount: 0,
  LimitLoginAttemptsCountPerWindow: 10,
  LimitLoginAttemptsWindowDurationSeconds: 900,
  LoginAttemptsLockoutDurationSeconds: 900,
  LimitVerificationAttemptsCountPerWindow: 5,
  LimitVerificationAttemptsWindowDurationSeconds: 300,
  SessionMaxDurationSeconds: 2_592_000,
  SessionIdleDurationSeconds: 86_400,
  LivenessConfig: { VisageLiveness: false, FakeDetection: true, SNRThresholding: true },
};

const SETTINGS: EnvVars = {
  apiHost: `${window.location.host}/analysis`,
  stores: {
    apple: 'https://apps.apple.com/app/id0000000000',
    google: 'https://play.google.com/store/apps/details?id=org.example',
  },
};

export const settings = (change: Partial<EnvVars>): Answers => ({
  'GET /api/env-vars': ok({ ...SETTINGS, ...change }),
});

export const signIn = (loginType: LoginType, auth = false): Answers => ({
  'GET /api/status': ok({ auth, signIn: { loginType, allowSignup: true, orgIdentifier: 'demo' } }),
});

/** A signed-in person. */
export const SIGNED_IN: Answers = {
  'GET /api/userData': ok({
    userData: JSON.stringify({
      username: 'ada.lovelace@example.org',
      phoneNumber: '',
      userId: null,
    }),
  }),
  'GET /api/auths/check': ok(PAIR),
};

const DAY_MS = 86_400_000;
const PLACES = [
  { Browser: 'Firefox', System: 'Windows' },
  { Browser: 'Samsung Internet for Android', System: 'Android' },
  { Browser: '', System: '' },
];

/** @param count number of the person's sessions, this one first. */
export const signedInAt = (count: number): Answers => ({
  'GET /api/account/sessions': ok({
    sessions: PLACES.slice(0, count).map((place, at) => ({
      ...place,
      ID: `session-${String(at)}`,
      Created: Date.UTC(2026, 0, 28, 8, 40) - at * DAY_MS,
      LastUsed: Date.UTC(2026, 0, 31, 8, 40) - at * DAY_MS,
      IsCurrent: at === 0,
    })),
  } satisfies z.infer<typeof sessionsAnswer>),
});

/** @param recoveryCodes number that is left, or null where signing in takes one step. */
export const secondFactor = (recoveryCodes: number | null, isRequired = false): Answers => ({
  'GET /api/account/second-factor': ok({
    since: recoveryCodes === null ? null : Date.UTC(2026, 0, 12, 9, 30),
    recoveryCodes: recoveryCodes ?? 0,
    ...(isRequired ? { isRequired } : {}),
  } satisfies SecondFactorState),
});

const KEY: Enrolment = {
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  address:
    'otpauth://totp/Perfuse:ada.lovelace%40example.org?issuer=Perfuse&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
};
const RECOVERY_CODES = Array.from(
  { length: 10 },
  (_, place) => `K7MP${String(place)}-X2QT${String(9 - place)}`,
);

/** Answers to turning it on, step by step. */
export const ENROLMENT: Answers = {
  'POST /api/account/second-factor': ok(KEY),
  'POST /api/account/second-factor/confirm': ok({ recoveryCodes: RECOVERY_CODES }),
};

/**
 * Answers to the correct password of a person who must have a second factor and has none, and then to their first code.
 */
export const ENROLLING: Answers = {
  'POST /api/signin': ok({
    SecondStep: { Token: 'a'.repeat(43), ExpiresIn: 300 },
    Enrolment: KEY,
  } satisfies SignInAnswer),
  'POST /api/signin/second-step': ok({
    ...PAIR,
    RecoveryCodes: RECOVERY_CODES,
  } satisfies SecondStepAnswer),
};

/** Answers to the correct password of a person who has a second factor. */
export const SECOND_STEP: Answers = {
  'POST /api/signin': ok({
    SecondStep: { Token: 'a'.repeat(43), ExpiresIn: 300 },
  } satisfies SecondStep),
};

const item = (place: number): HistoryItem => ({
  ID: `past-${String(place)}`,
  StudyID: 'study',
  Created: Date.UTC(2026, 0, 31, 8, 40) - place * DAY_MS * 3,
  Completed: Date.UTC(2026, 0, 31, 8, 41) - place * DAY_MS * 3,
  Multiplier: RESULT_MULTIPLIER,
  Channels: Object.fromEntries(
    (
      [
        ['SNR', 6.2, 0.5],
        ['HR_BPM', 64 + 5 * Math.sin(place), 1.4],
        ['BR_BPM', 14 + Math.cos(place), 2],
        ['HRV_SDNN', 42 - place, 6],
        ['MSI', 2.3, 0.4],
      ] as const
    ).map(([code, value, uncertainty]) => [
      code,
      encodeChannel(code, { value, uncertainty, kind: 'measured', source: 'pos', quality: 0.8 }),
    ]),
  ),
});

/** @param count number of past measurements. */
export const past = (count: number, storing = true): Answers => ({
  'GET /api/history': ok({
    items: Array.from({ length: Math.min(count, 6) }, (_, place) => item(place)),
    total: count,
    storing,
  }),
});

const USUAL: Answers = {
  ...settings({}),
  ...signIn('password'),
  'GET /api/userData': ok({ userData: null }),
  'POST /api/token': ok(PAIR),
  'GET /api/study': ok({ studyId: 'study' }),
  'GET /analysis/organizations': ok(ORGANISATION),
  'POST /api/passwordPolicy': ok(DEFAULT_PASSWORD_POLICY),
};

const UNKNOWN: Answer = refused(503, 'SERVICE_UNAVAILABLE');
const network = window.fetch.bind(window);
const asksService = /^\/(?:api|analysis)\//;

/** Answers the app's requests to its service from now on; files still come from the network. */
export function answerWith(answers: Answers): void {
  const all: Answers = { ...USUAL, ...answers };
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const answer = all[request.method === 'HEAD' ? 'HEAD' : `${request.method} ${pathname}`];
    if (answer === 'never') return new Promise(() => undefined);
    if (answer === undefined && !asksService.test(pathname)) return network(input, init);
    const { status, body } = answer ?? UNKNOWN;
    return Promise.resolve(Response.json(body, { status }));
  };
}
