// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES, type Language } from '@perfuse/contract/language';
import { z } from '@perfuse/contract/schema';
import { expect, test } from 'vitest';
import { IDLE_TIMEOUT_MS } from '../session-timeout/idle.ts';

const locales = path.resolve(import.meta.dirname, '../../../../packages/locales');

/** The text of `namespace:a.b` as shown in that language, without soft hyphens. */
function told(language: Language, key: string): string {
  const [namespace = '', names = ''] = key.split(':');
  const file = path.join(locales, language, `${namespace}.json`);
  let found: unknown = JSON.parse(readFileSync(file, 'utf8'));
  for (const name of names.split('.')) found = z.record(z.string(), z.unknown()).parse(found)[name];
  return z.string().parse(found).replaceAll('\u00AD', '');
}

test.each(LANGUAGES)(
  'the texts say how long the service stores the results of guests, in %s',
  (language) => {
    for (const key of ['consent:operator.guest', 'my-profile:guest', 'legal:privacy.kept.text']) {
      expect(told(language, key), key).toMatch(/\b24\b|24時間/);
    }
    for (const key of ['consent:onDevice.record', 'my-profile:onDevice.guest']) {
      expect(told(language, key), key).not.toContain('24');
    }
  },
);

test.each(LANGUAGES)(
  'the texts say that the signal is shown with an offset of 3 dB, in %s',
  (language) => {
    for (const key of ['metric-info:source.fused.note', 'evidence:spectrum.text']) {
      expect(told(language, key), key).toMatch(/\b3\sdB/);
    }
    // Once for the offset added, once for where pulse and noise are equally strong, once for the step that doubles it.
    expect(told(language, 'metric-info:what.SNR').match(/\b3\sdB/g)).toHaveLength(3);
  },
);

test.each(LANGUAGES)(
  'the privacy policy states the retention periods in the browser, in %s',
  (language) => {
    const minutes = String(IDLE_TIMEOUT_MS / 60_000);
    const policy = told(language, 'legal:privacy.device.text');
    expect(policy).toContain(minutes);
    expect(policy).toContain(told(language, 'session:forget.button'));
    // Lifetime in days of the cookie with the account's name (session-cookies.ts of the server).
    expect(policy).toMatch(/cookie.*180/is);
    expect(told(language, 'legal:privacy.keptOnDevice.text')).toContain(minutes);
  },
);
