// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { createLicenceBody, createKeyBody } from './admin/keys.ts';
import { namedBody } from './admin/organisations.ts';
import { configurationSettingsSchema } from './account/configuration.ts';
import { organisationUpdateBody } from './analysis/organisation-schemas.ts';
import { fieldErrors } from './field-errors.ts';
import { protocolStepSchema } from './study/protocol.ts';

const NAMED = [
  ['an organisation', (name: string) => namedBody.safeParse({ name })],
  ['a licence', (name: string) => createLicenceBody.safeParse({ name })],
  ['a key', (name: string) => createKeyBody.safeParse({ purpose: 'launch', name })],
  [
    'a page',
    (name: string) => configurationSettingsSchema.safeParse({ branding: { pageTitle: name } }),
  ],
  ['an organisation of the protocol', (Name: string) => organisationUpdateBody.safeParse({ Name })],
  [
    'a condition of a study',
    (condition: string) => protocolStepSchema.safeParse({ condition, pauseS: 0, repetitions: 1 }),
  ],
] as const;

test.each(NAMED)('the name of %s has a visible character', (_, parse) => {
  for (const name of ['Ada', '李', 'عيادة', '👩\u200d⚕️', 'a\u200bb', '\u200eعيادة\u200e']) {
    expect(parse(name).success, name).toBe(true);
  }
  for (const name of [
    '\u200b',
    '\u200b \u200d',
    '\u2060',
    '\u00ad',
    '\u3164',
    '\u202e',
    '\u0000',
  ]) {
    const { error } = parse(name);
    expect(Object.values(fieldErrors(error?.issues ?? [], 'body')), JSON.stringify(name)).toEqual([
      [['VALID_PROPERTIES', ['must have a visible character']]],
    ]);
  }
});
