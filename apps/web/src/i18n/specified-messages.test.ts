// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES } from '@perfuse/contract/language';

/** Messages that the specification names (section 9 and 'Messages'). */
const NAMED = [
  'WEB_PRELOAD_FAILED',
  'WEB_CONSENT_ERROR1',
  'WEB_CONSENT_ERROR2',
  'WEB_ERROR_AGE',
  'WEB_ERROR_OPTION',
  'PROFILE_ERROR_HEIGHT_WEIGHT',
  'WEB_CAMERA_START_ERROR',
  'WEB_CAMERA_PERMISSION_REQUIRED',
  'WEB_DESC_ERROR_GUIDE',
  'API_ERR_INVALID_USER',
  'SIGNUP_FAILED',
  'FORM_VALIDATION_ELEMENT_REQUIRED',
  'ERR_LOADING_CONFIGURATIONS',
  'ERR_CONSTRAINT_NO_NETWORK',
] as const;

test.each(LANGUAGES)('every message that the specification names exists in %s', (language) => {
  const folder = path.resolve(import.meta.dirname, '../../../../packages/locales', language);
  const texts = readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  for (const name of NAMED) expect(texts).toContain(`"${name}"`);
});
