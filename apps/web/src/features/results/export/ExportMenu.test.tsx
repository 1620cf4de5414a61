// SPDX-License-Identifier: Apache-2.0
import i18next from 'i18next';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.test-support.tsx';
import type { MeasurementOutcome } from '../../../session/measurement-result.ts';
import { SECTION_IDS, type SectionId } from '../../../metrics/metrics.ts';
import { exportedValues } from './exported-values.ts';
import { newId } from '../../../platform/browser/new-id.ts';
import { OUTCOMES } from './outcomes.test-support.ts';
import { ExportMenu } from './ExportMenu.tsx';

const saved: Blob[] = [];
const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());

beforeEach(() => {
  saved.length = 0;
  URL.createObjectURL = (blob) => `blob:test/${String(saved.push(blob as Blob))}`;
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  writeText.mockClear();
});

const show = (outcome: MeasurementOutcome, sections: readonly SectionId[] = SECTION_IDS) =>
  renderScreen(<ExportMenu outcome={outcome} sections={sections} />);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function savedText(): Promise<string> {
  const [blob] = saved;
  if (blob === undefined) throw new Error('nothing was saved');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer());
}

describe('the exported values', () => {
  test('are those on the screen, in its order, with the signal at the end', () => {
    const codes = exportedValues(OUTCOMES.good, ['mental', 'physiological']).map((v) => v.code);
    expect(codes).toEqual(['MSI', 'HRV_SDNN', 'BP_RPP', 'SNR']);
  });

  test('contain no number without a valid signal, not even an estimated one', () => {
    for (const { channel } of exportedValues(OUTCOMES.invalid, SECTION_IDS)) {
      expect(channel).toMatchObject({ value: null, kind: 'missing', reason: 'low-signal' });
    }
  });

  test('have random UUIDs as ids', () => {
    expect(newId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(newId()).not.toBe(newId());
  });
});

describe('the table', () => {
  test('opens in a spreadsheet: a byte order mark, headings, one row per value, decimal points', async () => {
    await show(OUTCOMES.good);
    press('Table (CSV)');
    const rows = (await savedText()).split('\r\n');
    expect(rows[0]).toMatch(/^\ufeffValue,Code,Result,Unit,Standard deviation,/);
    expect(rows[1]).toContain('Heart rate,HR_BPM,66.42,bpm,0.8,In the usual range,Measured,');
    expect(rows.find((row) => row.includes('BP_SYSTOLIC'))).toContain(
      'Systolic blood pressure,BP_SYSTOLIC,121.3,mmHg,14,,Expected for your profile,',
    );
    expect(rows.find((row) => row.includes('AGE'))).toContain(
      'Facial skin age,AGE,,years,,,No value',
    );
    expect(rows).toHaveLength(27);
    expect(screen.getByText('The file is in your downloads.')).toBeTruthy();
  });

  test('leaves the time of a typed reading empty', async () => {
    await show(OUTCOMES.partial);
    press('Table (CSV)');
    const rows = (await savedText()).split('\r\n');
    const taken = /2026-11-21T14:19:07/;
    expect(rows.find((row) => row.includes('BP_SYSTOLIC'))).not.toMatch(taken);
    expect(rows.find((row) => row.includes('HR_BPM'))).toMatch(taken);
  });

  test('says when it could not be saved', async () => {
    await show(OUTCOMES.good);
    URL.createObjectURL = () => {
      throw new Error('full');
    };
    press('Table (CSV)');
    expect(screen.getByText(/did not work in this browser/)).toBeTruthy();
  });
});

test('files contain the names of values without soft hyphens', async () => {
  await show(OUTCOMES.good);
  await act(() => i18next.changeLanguage('de'));
  press('Teilen');
  await expect.poll(() => writeText).toHaveBeenCalled();
  press('Tabelle (CSV)');
  await act(() => i18next.changeLanguage('en'));
  expect(writeText.mock.calls[0]?.[0]).toContain('Bluthochdruckrisiko: ');
  expect(await savedText()).toContain(',Gemessen,');
});

test('files contain the Japanese names of values without invisible line-break characters', async () => {
  await show(OUTCOMES.good);
  await act(() => i18next.changeLanguage('ja'));
  press('表（CSV）');
  await act(() => i18next.changeLanguage('en'));
  expect(await savedText()).toContain('高コレステロール血症リスク,');
});

test('the medical record is a FHIR bundle', async () => {
  await show(OUTCOMES.partial);
  press('Medical record (FHIR)');
  expect(saved[0]?.type).toBe('application/fhir+json');
  expect(await savedText()).toContain('"resourceType": "Bundle"');
});

test('a typed cuff reading is distinguished from an expected value', async () => {
  await show(OUTCOMES.partial);
  press('Share');
  await screen.findByText(/to your clipboard/);
  expect(writeText.mock.calls[0]?.[0]).toContain(
    '\nSystolic blood pressure: 121 mmHg, entered from a cuff reading\n',
  );
});

test('without a share sheet the values are copied as text, without the missing ones', async () => {
  await show(OUTCOMES.good);
  press('Share');
  await screen.findByText(/to your clipboard/);
  const text = writeText.mock.calls[0]?.[0] ?? '';
  expect(text).toMatch(/^Perfuse results, /);
  expect(text).toContain('\nHeart rate: 66 bpm (± 0.8)\n');
  expect(text).toContain(
    '\nSystolic blood pressure: 121 mmHg (± 14), expected for the profile, not measured\n',
  );
  expect(text).toContain('\nHypertension risk: 31%, estimated, not measured\n');
  expect(text).toContain('\nBody mass index: 26 kg/m², calculated, not measured\n');
  expect(text).not.toContain('skin age');
  expect(text).toMatch(/For investigational use only\. Not a medical device\. Not a diagnosis\.$/);
});

describe('on paper', () => {
  const tell = (name: 'beforeprint' | 'afterprint'): void =>
    act(() => {
      window.dispatchEvent(new Event(name));
    });

  test('every section is shown, with the notice, the evidence and the methods, only while printing', async () => {
    await show(OUTCOMES.good);
    expect(screen.queryByRole('article')).toBeNull();
    tell('beforeprint');
    const report = within(screen.getByRole('article'));
    expect(report.getByRole('heading', { level: 1, name: 'Perfuse results' })).toBeTruthy();
    expect(report.getAllByText(/For investigational use only/).length).toBeGreaterThan(0);
    for (const section of ['Vital signs', 'Body', 'Blood biomarkers', 'Overall wellness']) {
      expect(report.getByRole('rowheader', { name: section })).toBeTruthy();
    }
    const expected = report.getByRole('row', { name: /^Systolic blood pressure/ });
    expect(expected.textContent).toBe(
      'Systolic blood pressure121 mmHg ± 14Expected for your profile',
    );
    expect(report.getAllByRole('img', { name: 'Your pulse wave' })).toHaveLength(3);
    expect(report.getByText(/Algorithmic principles of remote PPG/)).toBeTruthy();
    tell('afterprint');
    expect(screen.queryByRole('article')).toBeNull();
  });

  test('only the sections of this edition are printed, and evidence only where there is some', async () => {
    await show(OUTCOMES.foreign, ['vitals-breathing']);
    tell('beforeprint');
    const report = within(screen.getByRole('article'));
    expect(report.getAllByRole('rowgroup')).toHaveLength(3);
    expect(report.queryByRole('heading', { name: 'Evidence' })).toBeNull();
  });
});
