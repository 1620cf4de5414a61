// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { consentErrors, firstError } from './consent-form.ts';

test.each([
  [
    { terms: false, data: false },
    { terms: 'WEB_CONSENT_ERROR1', data: 'WEB_CONSENT_ERROR2' },
    'terms',
  ],
  [{ terms: false, data: true }, { terms: 'WEB_CONSENT_ERROR1' }, 'terms'],
  [{ terms: true, data: false }, { data: 'WEB_CONSENT_ERROR2' }, 'data'],
  [{ terms: true, data: true }, {}, null],
] as const)('the form %o gives the errors %o', (form, errors, first) => {
  expect(consentErrors(form)).toEqual(errors);
  expect(firstError(consentErrors(form))).toBe(first);
});
