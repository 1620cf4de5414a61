// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { authorises, consentBody, CONSENT_PURPOSES } from './consent.ts';
import { historyQuery } from './history.ts';
import { accessCodeSchema, emailSchema, phoneNumberSchema } from './identity.ts';
import { checkPassword, DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from './password.ts';
import { signInTimestamp, signUpBody } from './sign-in.ts';

const broken = (password: string, policy: PasswordPolicy = DEFAULT_PASSWORD_POLICY): string[] =>
  checkPassword(policy, password)
    .rules.filter(({ passed }) => !passed)
    .map(({ rule }) => rule);

describe('the password rules', () => {
  it('require eight characters with a lowercase, an uppercase and a special one', () => {
    expect(broken('Abcdef-h')).toEqual([]);
    expect(broken('Abcde-h')).toEqual(['minLength']);
    expect(broken('abcdef-h')).toEqual(['uppercase']);
    expect(broken('ABCDEF-H')).toEqual(['lowercase']);
    expect(broken('Abcdefgh')).toEqual(['special']);
    expect(broken('A-a'.repeat(60))).toEqual(['maxLength']);
  });

  it('include only those that the policy requires', () => {
    const policy = {
      ...DEFAULT_PASSWORD_POLICY,
      PasswordRequireDigits: true,
      PasswordRequireSpecial: false,
    };
    const { valid, rules } = checkPassword(policy, 'Abcdefg1');
    expect(valid).toBe(true);
    expect(rules.map(({ rule }) => rule)).toEqual([
      'minLength',
      'maxLength',
      'digit',
      'uppercase',
      'lowercase',
    ]);
  });

  it('count code points, not UTF-16 units, and recognise letters of other scripts', () => {
    expect(broken('Äö-\u{1F600}\u{1F600}\u{1F600}\u{1F600}')).toEqual(['minLength']);
    expect(broken('Жж-жжжжж')).toEqual([]);
  });

  it('accept a password exactly when every rule passes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (password) => {
        const { valid, rules } = checkPassword(DEFAULT_PASSWORD_POLICY, password);
        expect(valid).toBe(rules.every(({ passed }) => passed));
      }),
    );
  });
});

test('an e-mail address is trimmed, lowercased and validated', () => {
  expect(emailSchema.parse(' Ann.B+c@Example.ORG ')).toBe('ann.b+c@example.org');
  for (const text of [
    '',
    'a',
    'a@',
    '@b.org',
    'a@b',
    'a b@c.org',
    'a@b..org',
    'a@b.org\n\0x',
    'a,b@c.org',
    '<a@b.org>',
    `${'a'.repeat(65)}@b.org`,
  ]) {
    expect(emailSchema.safeParse(text).success, text).toBe(false);
  }
});

test('a phone number is in E.164 format', () => {
  expect(phoneNumberSchema.parse('+8613800138000')).toBe('+8613800138000');
  for (const text of ['13800138000', '+0123456789', '+86 138', '+123456', '+1234567890123456']) {
    expect(phoneNumberSchema.safeParse(text).success, text).toBe(false);
  }
});

test('an access code is accepted in any case', () => {
  expect(accessCodeSchema.parse(' demo ')).toBe('DEMO');
  expect(accessCodeSchema.safeParse('a b').success).toBe(false);
});

test('a sign-up needs e-mail and password, or a phone number', () => {
  const parses = (body: unknown): boolean => signUpBody.safeParse(body).success;
  expect(parses({ email: 'a@b.org', password: 'x', phoneNumber: null })).toBe(true);
  expect(parses({ phoneNumber: '+8613800138000' })).toBe(true);
  expect(parses({ email: 'a@b.org' })).toBe(false);
  expect(parses({})).toBe(false);
});

test('the sign-in timestamp is the code and the day of the week, 0 = Sunday, UTC', () => {
  expect(signInTimestamp('DEMO', new Date('2026-11-22T00:00:00Z'))).toBe('DEMO0');
  expect(signInTimestamp('DEMO', new Date('2026-11-21T23:59:59Z'))).toBe('DEMO6');
});

test('a consent names each purpose at most once, and authorises only what it states', () => {
  const record = {
    description: '',
    data_controller: { company: '', contact: '', email: '', on_behalf: false },
    purposes: CONSENT_PURPOSES.map((purpose) => ({
      purpose,
      authorized: purpose !== 'healthDataStorage',
      description: '',
    })),
    policy_url: '/privacy',
    policy_version: '2020-04-19',
    collection_mode: 'WEB',
  };
  const parsed = consentBody.parse(record);
  expect(authorises(parsed, 'healthDataProcessing')).toBe(true);
  expect(authorises(parsed, 'healthDataStorage')).toBe(false);
  expect(authorises(null, 'healthDataStorage')).toBe(false);
  const twice = [...record.purposes.slice(1), record.purposes[1]];
  expect(consentBody.safeParse({ ...record, purposes: twice }).success).toBe(false);
});

test('a page of history is bounded', () => {
  expect(historyQuery.parse({})).toEqual({ limit: 20, offset: 0 });
  expect(historyQuery.parse({ limit: '100', offset: '7' })).toEqual({ limit: 100, offset: 7 });
  for (const limit of ['0', '101', '-1', '1e9', 'x']) {
    expect(historyQuery.safeParse({ limit }).success, limit).toBe(false);
  }
});
