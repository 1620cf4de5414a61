// SPDX-License-Identifier: Apache-2.0
import { screen } from '@testing-library/react';
import type { Evidence, IntervalUse } from '@perfuse/contract/results/evidence';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.test-support.tsx';
import { evidenceOf } from './outcomes.test-support.ts';
import { PrintEvidence } from './PrintEvidence.tsx';

/** Intervals of one second, except two: an early beat and one that was found too late. */
function evidenceWith(uses: readonly IntervalUse[]): Evidence {
  const beatsMs = [0, 1000, 1600, 4600, 5600];
  return { ...evidenceOf(), beatsMs, intervals: [...uses] };
}

interface Shown {
  readonly caption: string;
  readonly marks: readonly string[];
  readonly legend: readonly string[];
}

async function intervalsOf(uses: readonly IntervalUse[]): Promise<Shown> {
  await renderScreen(
    <>
      <h2>Evidence</h2>
      <PrintEvidence evidence={evidenceWith(uses)} heartRate={66.4} />
    </>,
  );
  const caption = screen.getByText(/^Time from beat to beat/);
  const marks = caption.parentElement?.querySelectorAll<SVGElement>('svg [data-use]') ?? [];
  return {
    caption: caption.textContent,
    marks: [...marks].map(({ dataset }) => dataset['use'] ?? ''),
    legend: screen.queryAllByRole('listitem').map(({ textContent }) => textContent),
  };
}

test('in print an excluded interval has its own mark, with a legend, and does not count for the range', async () => {
  const uses = ['counted', 'irregular', 'left-out', 'counted'] as const;
  expect(await intervalsOf(uses)).toEqual({
    caption: 'Time from beat to beat: 600 to 1,000 ms',
    marks: uses,
    legend: ['counted', 'irregular', 'excluded (too uncertain)'],
  });
});

test('in print there is no range when every interval was excluded', async () => {
  const { caption } = await intervalsOf(['left-out', 'left-out', 'left-out', 'left-out']);
  expect(caption).toBe('Time from beat to beat');
});

test('in print the spectrum has the heart rate of the result', async () => {
  await renderScreen(
    <>
      <h2>Evidence</h2>
      <PrintEvidence evidence={evidenceOf()} heartRate={67.62} />
    </>,
  );
  expect(screen.getByText(/^Strength of each rate: /).textContent).toMatch(/: 68 a minute$/);
});
