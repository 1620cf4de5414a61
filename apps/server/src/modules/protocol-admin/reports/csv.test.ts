// SPDX-License-Identifier: Apache-2.0
import { encodeChannels } from '@perfuse/contract/results/message';
import { expect, test } from 'vitest';
import type { ListedMeasurement, ResultRow } from '../../measurements/index.ts';
import { csvFile, reportRow } from './csv.ts';

test('a blood pressure that was typed in is not called derived; what rests on it is', () => {
  const measurement = {} as ListedMeasurement;
  const channels = encodeChannels({
    BP_SYSTOLIC: { value: 130, kind: 'derived', source: 'cuff_reading' },
    BP_DIASTOLIC: { value: 80, kind: 'estimated', source: 'own_nhanes_expected_bp' },
    BP_RPP: { value: 3.9, kind: 'derived', source: 'rate_pressure_product+cuff_reading' },
  });
  const row = reportRow({ ...measurement, created_at: 0, updated_at: 0 }, {
    channels,
  } as ResultRow);
  const header = csvFile([]).trim().split(',');
  const kindOf = (code: string) => row[header.indexOf(`${code}_KIND`)];
  expect(kindOf('BP_SYSTOLIC')).toBe('entered');
  expect(kindOf('BP_DIASTOLIC')).toBe('estimated');
  expect(kindOf('BP_RPP')).toBe('derived');
});
