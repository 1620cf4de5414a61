// SPDX-License-Identifier: Apache-2.0
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { margins, PLOT_HEIGHT } from './axes.tsx';
import { Plot } from './Plot.tsx';

/** jsdom has no scrollIntoView. */
beforeEach(() => void Reflect.set(Element.prototype, 'scrollIntoView', () => undefined));
afterEach(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));

test.each([
  ['a finger', 'touch', true],
  ['a mouse', 'mouse', false],
])('a chart shows its readout under %s, and keeps it after touch only', (_, pointerType, stays) => {
  render(
    <Plot
      label="Wave"
      points={[0, 1, 2]}
      heightAt={() => 1}
      height={PLOT_HEIGHT}
      margin={margins(false)}
      y={[0, 2]}
      readout={(index) => `point ${String(index)}`}
    >
      {() => null}
    </Plot>,
  );
  const chart = screen.getByRole('slider').getElementsByTagName('svg')[0];
  if (chart === undefined) throw new Error('There is no chart.');
  fireEvent.pointerDown(chart, { clientX: 320, pointerType });
  expect(screen.getByText('point 2')).toBeTruthy();
  fireEvent.pointerLeave(screen.getByRole('slider'), { pointerType });
  expect(screen.queryByText('point 2') !== null).toBe(stays);
});
