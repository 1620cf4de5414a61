// SPDX-License-Identifier: Apache-2.0
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SECTION_IDS, SECTIONS, type MetricId } from '../../metrics/metrics.ts';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { Trend } from './Trend.tsx';
import type { PastMeasurement } from './history-view.ts';

const METRIC_IDS = SECTION_IDS.flatMap((id): readonly MetricId[] => SECTIONS[id]);
const DAY = 86_400_000;
const MIDNIGHT = new Date(2026, 10, 21).getTime();

const one = (at: number, id: MetricId, value: number, uncertainty?: number): PastMeasurement => ({
  id: String(at),
  at,
  values: { [id]: { value, uncertainty, kind: 'measured', source: 'pos' } },
});

/** The texts of both axes: the lower one's, then the left one's. */
async function axesOf(past: readonly PastMeasurement[]) {
  await renderScreen(<Trend past={past} metrics={METRIC_IDS} total={past.length} />);
  const texts = [...screen.getByRole('img').querySelectorAll('text')];
  const of = (anchor: string): string[] =>
    texts
      .filter((text) => text.getAttribute('text-anchor') === anchor)
      .map(({ textContent }) => textContent);
  return { times: of('middle'), numbers: of('end') };
}

test.each([
  ['bodyMassIndex', 25.88, undefined, ['25.0', '25.5', '26.0', '26.5']],
  ['strokeRisk', 0.9, 0.3, ['0.6', '0.8', '1.0', '1.2']],
  ['diabetesRisk', 0.4, 0.6, ['0.0', '0.2', '0.4', '0.6', '0.8', '1.0']],
  ['heartRate', 64, 1.4, ['63', '64', '65']],
] as const)('the axis labels of %s are distinct and not negative', async (id, value, sd, read) => {
  const { numbers } = await axesOf([
    one(MIDNIGHT, id, value, sd),
    one(MIDNIGHT + DAY, id, value, sd),
  ]);
  expect(numbers).toEqual(read);
});

test.each([
  ['within minutes', 10.1 * (DAY / 24), 2 * 60_000, /^\d\d?:\d\d:\d\d\sAM$/],
  ['within the hour', 10.1 * (DAY / 24), 40 * 60_000, /^\d\d?:\d\d\sAM$/],
  ['overnight', 20 * (DAY / 24), DAY / 2, /^(?:\d\d?:00\s[AP]M|Nov 22)$/],
  ['within weeks', 0, 20 * DAY, /^(?:Nov|Dec) \d+$/],
  ['over years', 0, 3 * 365 * DAY, /^[A-Z][a-z]+ 20\d\d$/],
])('measurements %s have distinct time labels', async (_, after, span, read) => {
  const from = MIDNIGHT + after;
  const { times } = await axesOf([one(from, 'heartRate', 64), one(from + span, 'heartRate', 66)]);
  expect(times.length).toBeGreaterThan(0);
  expect(new Set(times).size).toBe(times.length);
  for (const time of times) expect(time).toMatch(read);
});

test('the unit is shown, and the band is explained where there is one', async () => {
  const both = (at: number): PastMeasurement => ({
    ...one(at, 'heartRate', 64, 1.4),
    values: {
      ...one(at, 'heartRate', 64, 1.4).values,
      ...one(at, 'bodyMassIndex', 25.88).values,
    },
  });
  await renderScreen(
    <Trend past={[both(MIDNIGHT), both(MIDNIGHT + DAY)]} metrics={METRIC_IDS} total={2} />,
  );
  expect(screen.getByText('bpm', { selector: 'p' })).toBeTruthy();
  expect(screen.getByText(/^The band shows/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'bodyMassIndex' } });
  expect(screen.getByText('kg/m²', { selector: 'p' })).toBeTruthy();
  expect(screen.queryByText(/^The band shows/)).toBeNull();
});

test('the trend says which measurements it covers while not all are loaded', async () => {
  const past = [one(MIDNIGHT + DAY, 'heartRate', 66), one(MIDNIGHT, 'heartRate', 64)];
  await renderScreen(<Trend past={past} metrics={METRIC_IDS} total={2000} />);
  expect(screen.getByText(/^Only the newest 2 of 2000 measurements/)).toBeTruthy();
  cleanup();
  await renderScreen(<Trend past={past} metrics={METRIC_IDS} total={2} />);
  expect(screen.queryByText(/^Only the newest/)).toBeNull();
});

test('the table has the same numbers once it is opened', async () => {
  const past = [one(MIDNIGHT + DAY, 'heartRate', 66), one(MIDNIGHT, 'heartRate', 64)];
  await renderScreen(<Trend past={past} metrics={METRIC_IDS} total={2} />);
  expect(document.querySelector('table')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'As a table' }));
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toContain('66');
});
