// SPDX-License-Identifier: Apache-2.0
/** The profile of a launch link: base64url JSON, fields of the person, settings to override. */
import { profileDataSchema } from '@perfuse/contract/launch/link';
import {
  integratorDemographics,
  integratorProfileErrorsSchema,
  integratorProfileSchema,
  validateIntegratorProfile,
} from '@perfuse/contract/launch/profile';
import { isAllowedCallback } from '@perfuse/contract/launch/callback';
import { isSigned, readPlain } from '@perfuse/server/internal/modules/launch/launch-token';
import { jsonBytes, jsonOf, latinOf, textOf } from '../engine/bytes.ts';
import { assertThat, isSame } from '../engine/oracle.ts';
import type { Target } from '../engine/target.ts';

const SIGNED_ONLY = ['customHostname', 'eventsWebhookEndpoint', 'resultsCallbackApiUrl', 'logoUrl'];

function check(given: unknown): void {
  for (const signed of [true, false]) {
    const read = validateIntegratorProfile(given, { signed });
    if (!read.ok) {
      const parsed = integratorProfileErrorsSchema.safeParse(read.reason);
      assertThat(parsed.success, 'a refusal is a map of known keys');
      assertThat(Object.keys(read.reason).length > 0, 'a refusal names a field');
      continue;
    }
    const { person, overrides } = read.value;
    const wire: unknown = JSON.parse(JSON.stringify(person));
    const again = integratorProfileSchema.safeParse(wire);
    assertThat(
      again.success && isSame(again.data, wire),
      'an accepted person is one in one spelling',
    );
    const twice = validateIntegratorProfile({ ...overrides, ...person }, { signed });
    assertThat(
      twice.ok && isSame(twice.value, read.value),
      'an accepted profile is accepted again',
    );
    if (!signed) {
      const found = SIGNED_ONLY.filter((name) => Object.hasOwn(overrides, name));
      assertThat(found.length === 0, `an unsigned profile changes ${found.join()}`);
    }
    const body = integratorDemographics(person);
    const numbers = [body?.ageYears, body?.heightCm, body?.weightKg];
    assertThat(
      numbers.every((number) => number === undefined || Number.isFinite(number)),
      'the models get numbers, or nothing',
    );
  }
}

export function openProfile(): Promise<Target> {
  const full = {
    identifier: 'case-7',
    age: '45',
    height: 178,
    weight: 82,
    gender: 'f',
    diabetes: 'type2',
    smoking: 0,
    bloodpressuremedication: '1',
    resultsCallbackUrl: 'https://clinic.example/done',
    language: 'de',
    cameraAutoStart: true,
    measurementControls: { distance: { enabled: true } },
    settings: { hideHistograms: true },
    branding: { pageTitle: 'Clinic' },
    orgAddresses: [{ City: 'Genf' }],
    faceTracker: 'visage',
  };
  return Promise.resolve({
    seeds: [
      jsonBytes({ identifier: 'case-7' }),
      jsonBytes(full),
      jsonBytes([]),
      new Uint8Array(Buffer.from(Buffer.from(JSON.stringify(full)).toString('base64url'))),
    ],
    words: [...Object.keys(full), '"male"', 'null', 'https://', 'data:image/png;base64,', '\u0000'],
    run: (input) => {
      const text = textOf(input);
      check(jsonOf(text));
      const data = latinOf(input);
      if (profileDataSchema.safeParse(data).success && !isSigned(data)) check(readPlain(data));
      const origins = ['https://clinic.example'];
      if (isAllowedCallback(text, origins)) {
        const { origin, protocol } = new URL(text);
        assertThat(origin === origins[0] && protocol === 'https:', 'a callback leads where it may');
      }
    },
  });
}
