// SPDX-License-Identifier: Apache-2.0
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.test-support.tsx';
import { evidenceOf, OUTCOMES } from '../export/outcomes.test-support.ts';
import { Evidence } from './Evidence.tsx';
import { IntervalTable, MethodTable } from './EvidenceTables.tsx';

test('the results of another service have no evidence, and the section says so', async () => {
  await renderScreen(<Evidence outcome={OUTCOMES.foreign} />);
  expect(screen.getByRole('heading', { name: 'Evidence' })).toBeTruthy();
  expect(screen.getByText(/sends only its results/)).toBeTruthy();
});

test.each([
  ['a person', OUTCOMES.good, /read from your face/, /belong to nobody/],
  ['the sample', { ...OUTCOMES.good, isSample: true }, /belong to nobody/, /your face/],
] as const)('the evidence of %s says whose it is', async (_, outcome, said, unsaid) => {
  await renderScreen(<Evidence outcome={{ ...outcome, evidence: evidenceOf() }} />);
  await screen.findByText(said);
  expect(screen.queryByText(unsaid)).toBeNull();
});

test('the charts say the heart rate and the variability as the results do', async () => {
  const { HR_BPM, HRV_SDNN } = OUTCOMES.good.channels;
  if (HR_BPM === undefined || HRV_SDNN === undefined) throw new Error('The good result has both.');
  // A peak at 66.3 a minute; at one decimal, the variability would be in the band above its own.
  const channels = {
    ...OUTCOMES.good.channels,
    HR_BPM: { ...HR_BPM, value: 67.62 },
    HRV_SDNN: { ...HRV_SDNN, value: 35.46 },
  };
  await renderScreen(<Evidence outcome={{ ...OUTCOMES.good, channels }} />);
  await screen.findByText(/Your heartbeat stands out at 68 a minute/);
  expect(screen.getByText(/one standard deviation \(35\.46 ms\)/)).toBeTruthy();
  expect(document.body.textContent).not.toContain('66 a minute');
});

test('every interval is listed in a table with its use', async () => {
  await renderScreen(
    <>
      <h2>Beats</h2>
      <IntervalTable evidence={evidenceOf()} />
    </>,
  );
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows).toHaveLength(evidenceOf().beatsMs.length - 1);
  const text = (row: number): string => rows[row]?.textContent ?? '';
  expect(text(14)).toContain('irregular');
  expect(text(22)).toContain('excluded');
  expect(text(0)).toMatch(/^21\.32904counted$/);
});

test('the methods are compared in a table', async () => {
  await renderScreen(
    <>
      <h2>Methods</h2>
      <MethodTable evidence={evidenceOf()} />
    </>,
  );
  const table = within(screen.getByRole('table', { name: 'What each method found on its own' }));
  expect(table.getAllByRole('row').map((row) => row.textContent)[1]).toMatch(/^POS.*66\.34\.852%$/);
});

test.each([
  ['that the engine believed', evidenceOf()],
  ['that the engine did not believe', evidenceOf('disagreement')],
])('a refused recording %s presents no rate as the heart rate', async (_, evidence) => {
  await renderScreen(<Evidence outcome={{ ...OUTCOMES.invalid, evidence }} />);
  await screen.findByRole('table', { name: 'What each method found on its own' });
  expect(screen.getByText(/No values were calculated from this signal/)).toBeTruthy();
  expect(screen.getByText(/No rate stands out clearly enough/)).toBeTruthy();
  const text = document.body.textContent;
  expect(text).not.toMatch(
    /heartbeat stands out|\d a minute|beats that were found|heart rate variability/,
  );
  expect(screen.queryByText('Time from beat to beat')).toBeNull();
});
