// SPDX-License-Identifier: Apache-2.0
import { CHANNEL_CODES, CHANNELS, type ChannelCode } from '@perfuse/contract/results/channels';
import { REASONS } from '@perfuse/contract/results/reasons';
import { SOURCES } from '@perfuse/contract/results/sources';
import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.test-support.tsx';
import type { ChannelOutcome } from '../../../session/measurement-result.ts';
import texts from '@perfuse/locales/en/metric-info.json';
import { MetricInfo } from './MetricInfo.tsx';
import { remarkIdOf } from './value-remark.ts';

const EVERY_LANGUAGE = import.meta.glob<typeof texts>(
  '../../../../../../packages/locales/*/metric-info.json',
  { import: 'default', eager: true },
);

const MEASURED: ChannelOutcome = {
  value: 71.6,
  unit: 'bpm',
  kind: 'measured',
  source: 'pos+chrom:beats',
  quality: 0.82,
  uncertainty: 1.4,
};
const missing = (reason?: string): ChannelOutcome => ({
  value: null,
  unit: '',
  kind: 'missing',
  source: '',
  reason,
});

async function show(code: ChannelCode, value: ChannelOutcome): Promise<string> {
  await renderScreen(<MetricInfo code={code} value={value} name={CHANNELS[code].name} />);
  return document.body.textContent;
}

describe('the remark', () => {
  test.each<[ChannelCode, number | null, ReturnType<typeof remarkIdOf>]>([
    ['HR_BPM', 40, 'heartRateSlow'],
    ['HR_BPM', 59.9, 'heartRateSlow'],
    ['HR_BPM', 60, 'heartRateUsual'],
    ['HR_BPM', 120, 'heartRateUsual'],
    ['HR_BPM', 120.4, 'heartRateUsual'],
    ['HR_BPM', 120.5, 'heartRateFast'],
    ['HR_BPM', null, null],
    ['MSI', 1.4, 'stress1'],
    ['MSI', 1.5, 'stress2'],
    ['MSI', 3.49, 'stress3'],
    ['MSI', 4, 'stress4'],
    ['MSI', 5.49, 'stress5'],
    ['MSI', 5.5, 'stress6'],
    ['MSI', 6, 'stress6'],
    ['MSI', 0, 'stress1'],
    ['MSI', null, null],
    ['HR_BPM', 39.5, 'heartRateSlow'],
    ['HR_BPM', 39.4, 'heartRateVerySlow'],
    ['BR_BPM', 14, null],
    ['BR_BPM', 24.9, null],
    ['BR_BPM', 25, 'breathingFast'],
  ])('for %s of %s is %s', (code, value, id) => {
    expect(remarkIdOf(code, { value, kind: 'measured', source: 'pos' })).toBe(id);
  });
});

describe('a blood pressure of at least 180 or 120 mmHg', () => {
  const cuff = { kind: 'derived', source: 'cuff_reading' } as const;
  test.each<[ChannelCode, number, ReturnType<typeof remarkIdOf>]>([
    ['BP_SYSTOLIC', 179, null],
    ['BP_SYSTOLIC', 180, 'pressureVeryHigh'],
    ['BP_DIASTOLIC', 119, null],
    ['BP_DIASTOLIC', 120, 'pressureVeryHigh'],
  ])('typed as %s of %d has the remark %s', (code, value, id) => {
    expect(remarkIdOf(code, { value, ...cuff })).toBe(id);
  });

  test('that is only expected has no remark', () => {
    const expected = { kind: 'estimated', source: 'own_nhanes_expected_bp_v1' } as const;
    expect(remarkIdOf('BP_SYSTOLIC', { value: 200, ...expected })).toBeNull();
  });
});

describe('the texts', () => {
  test('exist for every method that a value may name', () => {
    expect(Object.keys(texts.source).sort()).toEqual(Object.keys(SOURCES).sort());
    for (const { note, error } of Object.values(texts.source)) {
      expect(note.length).toBeGreaterThan(20);
      expect(error).not.toBe('');
    }
  });

  test.each(Object.entries(EVERY_LANGUAGE))('give limits of HbA1c in mmol/mol: %s', (_, file) => {
    expect(file.what.HBA1C_RISK_PROB).toMatch(/39\smmol\/mol.*48\smmol\/mol/);
  });

  test.each(Object.entries(EVERY_LANGUAGE))(
    'give the classes of the diabetes score: %s',
    (_, file) => {
      expect(file.what.DBT_RISK_PROB).toMatch(/5\s?%.*\b15\s?%.*\b15\s?%/);
    },
  );

  test("describe the project's NHANES models as its own and not peer reviewed", () => {
    for (const [id, { note }] of Object.entries(texts.source)) {
      if (id.startsWith('own_')) expect(note).toMatch(/own open model, not peer reviewed/);
    }
  });

  test('exist for every channel, long enough to be useful and short enough to be read', () => {
    for (const code of CHANNEL_CODES) {
      const length = texts.what[code].length + texts.disturb[code].length;
      expect(length, code).toBeGreaterThan(120);
      expect(length, code).toBeLessThan(560);
    }
  });
});

describe('the info of a value', () => {
  test('explains what it is, how it was obtained, its uncertainty, its ranges and its sources', async () => {
    const shown = await show('HR_BPM', MEASURED);
    expect(shown).toContain('How many times your heart beats in a minute.');
    expect(shown).toContain('At rest, 60 to 100 is usual');
    expect(shown).toContain('Measured: calculated from the pulse');
    expect(shown).toContain('between 70.2 bpm and 73.0 bpm in two out of three cases');
    expect(shown).toContain('Signal confidence: 82%');
    const table = within(screen.getByRole('table', { name: 'Ranges of heart rate' }));
    const rows = table.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual([
      'RangeMeaning',
      'below 60Below the usual range',
      '60 to below 100In the usual rangeyour value',
      '100 and aboveAbove the usual range',
    ]);
    const link = screen.getByRole('link', { name: /Algorithmic principles of remote PPG/ });
    expect(link.getAttribute('href')).toBe('https://doi.org/10.1109/TBME.2016.2609282');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  test('of an estimate speaks of people with this profile, not of the person', async () => {
    const shown = await show('BP_SYSTOLIC', {
      ...MEASURED,
      value: 121,
      kind: 'estimated',
      source: 'own_nhanes_expected_bp_v1',
      uncertainty: 14,
    });
    expect(shown).toContain('people with your profile have a value between 107 mmHg and 135 mmHg');
    expect(shown).toContain('Expected for your profile');
    expect(shown).toContain('not measured on you');
    expect(shown).not.toContain('your value');
    expect(shown).toContain("this project's own model, not peer reviewed");
  });

  test('of a typed cuff reading says that it was entered', async () => {
    const shown = await show('BP_SYSTOLIC', {
      value: 134,
      unit: 'mmHg',
      kind: 'derived',
      source: 'cuff_reading',
    });
    expect(shown).toContain('Entered by you: your own reading from a cuff.');
    expect(shown).toContain('your value');
  });

  test.each([
    ['BP_SYSTOLIC', 'cuff_reading', 'How the cuff was used', 'height or weight in the profile'],
    ['BP_DIASTOLIC', 'cuff_reading', 'How the cuff was used', 'height or weight in the profile'],
    ['BP_RPP', 'log10_hr_times_sbp+cuff_reading', 'a cuff reading that is wrong', 'unknown about'],
    ['BP_CVD', 'who2019_nonlab+cuff_reading', 'the cuff reading you entered', 'Your real blood'],
    ['BP_HEART_ATTACK', 'who2019_nonlab+cuff_reading', 'the cuff reading you', 'Your real blood'],
    ['BP_STROKE', 'who2019_nonlab+cuff_reading', 'the cuff reading you', 'Your real blood'],
  ] as const)(
    'of %s from %s does not mention an unknown blood pressure',
    async (code, source, own, other) => {
      const typed = await show(code, { value: 4, unit: '', kind: 'derived', source });
      expect(typed).toContain(own);
      expect(typed).not.toContain(other);
      cleanup();
      const expected = source.replace('cuff_reading', 'own_nhanes_expected_bp_v1');
      expect(
        await show(code, { value: 4, unit: '', kind: 'estimated', source: expected }),
      ).toContain(other);
    },
  );

  test('of a risk has no range below zero', async () => {
    const risk = { ...MEASURED, value: 1, kind: 'estimated' as const, uncertainty: 3 };
    expect(await show('BP_STROKE', { ...risk, source: 'who2019_nonlab' })).toContain(
      'between 0.0%',
    );
  });

  test.each([0.04, 0.0496, 0.05, 0.0004, 1e-7])(
    'of a risk with an uncertainty of %d has a range of non-zero width',
    async (uncertainty) => {
      const risk = { ...MEASURED, value: 0.1, kind: 'estimated' as const, uncertainty };
      const shown = await show('BP_STROKE', { ...risk, source: 'who2019_nonlab' });
      const [, low, high] = /between (.+)% and (.+?)%/.exec(shown) ?? [];
      expect(Number(low)).toBeLessThan(Number(high));
    },
  );

  test('of a cardiovascular risk names the country or region of its charts', async () => {
    const risk: ChannelOutcome = {
      ...MEASURED,
      value: 4,
      kind: 'estimated',
      source: 'who2019_nonlab',
      region: 'Tropical Latin America',
    };
    expect(await show('BP_CVD', { ...risk, country: 'BR' })).toContain(
      "for this country: Brazil (region of the World Health Organization's charts: Tropical Latin America)",
    );
    cleanup();
    expect(await show('BP_CVD', risk)).toContain(
      'this region of the world: Tropical Latin America',
    );
    cleanup();
    expect(await show('BP_CVD', { ...risk, region: 'Atlantis' })).toContain('Atlantis');
  });

  test('of facial skin age explains why it is never available', async () => {
    const shown = await show('AGE', missing('no-method'));
    expect(shown).toContain('no open, validated method');
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('of another service says that the method is unknown', async () => {
    expect(await show('HR_BPM', { ...MEASURED, source: '' })).toContain('does not say which');
  });

  test('names an unknown method by its id', async () => {
    expect(await show('HR_BPM', { ...MEASURED, source: 'pos+newer_v3:beats' })).toContain(
      'Method: newer_v3',
    );
  });

  test('without a value gives every reason in words', async () => {
    for (const reason of [...REASONS, 'from-the-future', undefined]) {
      const shown = await show('BR_BPM', missing(reason));
      expect(shown).not.toMatch(/reason\.|undefined/);
      expect(shown).not.toContain('How certain it is');
      cleanup();
    }
  });

  test('without a value names the missing answers of the profile', async () => {
    const lacks = ['smoker', 'blood-pressure-medication', 'from-the-future'];
    const shown = await show('BP_CVD', { ...missing('answers-missing'), lacks });
    expect(shown).toContain('answers that were not given: smoking and blood pressure medication.');
  });

  test('exists for all 25 channels, with and without a value', async () => {
    expect(CHANNEL_CODES).toHaveLength(25);
    for (const code of CHANNEL_CODES) {
      for (const value of [missing('low-signal'), { ...MEASURED, value: 4 }]) {
        const shown = await show(code, value);
        expect(shown).toContain('What can affect it');
        expect(shown).not.toMatch(/\b(?:what|disturb|source|range)\.\w/);
        cleanup();
      }
    }
  });
});
