// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, type Language } from '@perfuse/contract/language';
import { z } from '@perfuse/contract/schema';
import { describe, expect, test } from 'vitest';
import {
  accountExistsEmail,
  confirmationEmail,
  invitationEmail,
  loginCodeText,
  passwordChangedEmail,
  resetEmail,
} from './email-templates.ts';

const LINK = 'https://perfuse.example/reset#token';
const ORGANISATION = 'Klinik am See';

const emailsIn = (language: Language) => {
  const sender = { organisation: ORGANISATION, language };
  return {
    reset: resetEmail(sender, LINK),
    invitation: invitationEmail(sender, LINK),
    confirm: confirmationEmail(sender, LINK),
    accountExists: accountExistsEmail(sender),
    passwordChanged: passwordChangedEmail(sender),
  };
};

/** The sign-in screen's label of the link to a new password. */
function forgotOf(language: Language): string {
  const file = `../../../../../../packages/locales/${language}/login.json`;
  const texts: unknown = JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8'));
  return z.object({ link: z.object({ forgot: z.string() }) }).parse(texts).link.forgot;
}

describe.each(LANGUAGES)('in %s', (language) => {
  const emails = emailsIn(language);

  test('every e-mail names the organisation, and has links on a line of their own', () => {
    for (const { subject, body } of Object.values(emails)) {
      expect(subject).toContain(ORGANISATION);
      expect(body).toContain(ORGANISATION);
    }
    expect(emails.reset.body.split('\n')).toContain(LINK);
    expect(emails.invitation.body.split('\n')).toContain(LINK);
    expect(emails.confirm.body.split('\n')).toContain(LINK);
  });

  test('lifetimes are formatted for the language', () => {
    const unit = (count: number, name: string): string =>
      new Intl.NumberFormat(language === 'pt' ? 'pt-PT' : language, {
        style: 'unit',
        unit: name,
        unitDisplay: 'long',
      }).format(count);
    expect(emails.reset.body).toContain(unit(10, 'minute'));
    expect(emails.invitation.body).toContain(unit(3, 'day'));
    expect(emails.confirm.body).toContain(unit(24, 'hour'));
    const sms = loginCodeText({ organisation: ORGANISATION, language }, '048213');
    expect(sms).toContain(unit(5, 'minute'));
  });

  test('the link to a new password is named as on the sign-in screen', () => {
    expect(emails.accountExists.body).toContain(forgotOf(language));
    expect(emails.passwordChanged.body).toContain(forgotOf(language));
    expect(emails.invitation.body).toContain(forgotOf(language));
  });

  test('a text message begins with the code and fits into two parts', () => {
    const text = loginCodeText({ organisation: ORGANISATION, language }, '048213');
    expect(text.startsWith('048213')).toBe(true);
    expect(text).toContain(ORGANISATION);
    // GSM 03.40: 153 characters a part, 67 where the script needs two bytes.
    const isWide = /[^\u0020-\u00ff\u201c\u201d\u2019]/.test(text);
    expect(text.length).toBeLessThanOrEqual(isWide ? 134 : 306);
  });
});

test('no two languages share a text', () => {
  const bodies = LANGUAGES.flatMap((language) =>
    Object.values(emailsIn(language)).map(({ body }) => body),
  );
  expect(new Set(bodies).size).toBe(bodies.length);
});

test('line breaks in a name are replaced by spaces', () => {
  const { subject, body } = resetEmail({ organisation: 'A\r\nBcc: x', language: 'en' }, LINK);
  expect(subject).toBe('Set a new password for A Bcc: x');
  expect(body).not.toContain('\r');
});
