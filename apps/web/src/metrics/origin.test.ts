// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { hasBand, originOf } from './origin.ts';

const EXPECTED = 'own_nhanes_expected_bp_v1';

test.each([
  ['BP_SYSTOLIC', 'estimated', EXPECTED],
  ['BP_DIASTOLIC', 'estimated', `${EXPECTED}_with_htn`],
  ['WAIST_TO_HEIGHT', 'estimated', 'bozeman2012_interaction'],
  ['BP_RPP', 'derived', `log10_hr_times_sbp+${EXPECTED}`],
] as const)('%s that is only expected for the profile has no band', (code, kind, source) => {
  expect(originOf(code, { kind, source })).toBe('expected');
  expect(hasBand(code, { kind, source })).toBe(false);
});

test.each([
  ['BP_SYSTOLIC', 'derived', 'cuff_reading', 'entered'],
  ['BP_DIASTOLIC', 'derived', 'cuff_reading', 'entered'],
  ['BP_RPP', 'derived', 'log10_hr_times_sbp+cuff_reading', 'derived'],
  ['WAIST_TO_HEIGHT', 'derived', 'waist_over_height', 'derived'],
  ['BP_CVD', 'estimated', `who2019_nonlab+${EXPECTED}`, 'estimated'],
  ['HR_BPM', 'measured', 'pos', 'measured'],
  ['BP_SYSTOLIC', 'missing', '', 'missing'],
] as const)('%s that is %s by %s is %s and keeps its band', (code, kind, source, origin) => {
  expect(originOf(code, { kind, source })).toBe(origin);
  expect(hasBand(code, { kind, source })).toBe(true);
});

test.each(['BMI_CALC', 'ABSI'] as const)(
  '%s has no band where its ranges do not apply to the person',
  (code) => {
    const value = { kind: 'derived', source: '', reason: 'ranges-for-adults' } as const;
    expect(hasBand(code, value)).toBe(false);
  },
);

test('a blood pressure without a source is not labelled as measured', () => {
  const value = { kind: 'measured', source: '' } as const;
  expect(originOf('BP_SYSTOLIC', value)).toBe('estimated');
  expect(hasBand('BP_SYSTOLIC', value)).toBe(false);
});
