// SPDX-License-Identifier: Apache-2.0
import { SNR_CODES } from '@perfuse/contract/results/signal';
import type { ChannelValues } from '@perfuse/contract/results/channels';
import { encodeChannels } from '@perfuse/contract/results/message';
import { expect, test } from 'vitest';
import type { ListedMeasurement, ResultRow } from '../../measurements/index.ts';
import { csvFile, reportRow } from './csv.ts';

/** The cells of a measurement with these channels, by their columns. */
function cellsOf(channels: ChannelValues): (column: string) => string | undefined {
  const measurement = { created_at: 0, updated_at: 0 } as ListedMeasurement;
  const row = reportRow(measurement, { channels: encodeChannels(channels) } as ResultRow);
  const header = csvFile([]).trim().split(',');
  expect(row).toHaveLength(header.length);
  return (column) => row[header.indexOf(column)];
}

test('a blood pressure that was typed in is not called derived; what rests on it is', () => {
  const cell = cellsOf({
    BP_SYSTOLIC: { value: 130, kind: 'derived', source: 'cuff_reading' },
    BP_DIASTOLIC: { value: 80, kind: 'estimated', source: 'own_nhanes_expected_bp' },
    BP_RPP: { value: 3.9, kind: 'derived', source: 'rate_pressure_product+cuff_reading' },
  });
  expect(cell('BP_SYSTOLIC_KIND')).toBe('entered');
  expect(cell('BP_DIASTOLIC_KIND')).toBe('estimated');
  expect(cell('BP_RPP_KIND')).toBe('derived');
  expect(cell('HR_BPM_REASON')).toBe('');
});

test('a refused recording has a reason and a code, which is not called measured', () => {
  const reason = 'no-life-signs';
  const cell = cellsOf({
    HR_BPM: { value: null, kind: 'missing', source: '', reason },
    SNR: { value: SNR_CODES.notAlive, kind: 'measured', source: 'fused', reason },
  });
  expect([cell('HR_BPM'), cell('HR_BPM_KIND')]).toEqual(['', '']);
  expect([cell('SNR'), cell('SNR_KIND')]).toEqual([String(SNR_CODES.notAlive), 'refused']);
  expect(cell('HR_BPM_REASON')).toBe(reason);
});

test('a weak signal keeps its signal-to-noise ratio', () => {
  const cell = cellsOf({ SNR: { value: -2.5, kind: 'measured', source: 'fused' } });
  expect([cell('SNR'), cell('SNR_KIND')]).toEqual(['-2.5', 'measured']);
});
