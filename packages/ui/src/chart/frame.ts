// SPDX-License-Identifier: Apache-2.0
import { scaleLinear, scaleTime } from 'd3-scale';
import { area, line } from 'd3-shape';

type Range = readonly [low: number, high: number];

export interface FrameOptions {
  /** Size of the whole drawing, in units of its view box. */
  readonly width: number;
  readonly height: number;
  /** Space reserved for axes and for marks at the edge. */
  readonly margin: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  readonly x: Range;
  readonly y: Range;
}

/** Maps values to positions in a drawing. */
export interface ChartFrame {
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  /** Round numbers of an axis, at least `space` units apart. */
  readonly xTicks: (space: number) => readonly number[];
  readonly yTicks: (space: number) => readonly number[];
}

export function chartFrame({ width, height, margin, x, y }: FrameOptions): ChartFrame {
  const left = margin.left;
  const right = Math.max(left + 1, width - margin.right);
  const top = margin.top;
  const bottom = Math.max(top + 1, height - margin.bottom);
  const xScale = scaleLinear(x, [left, right]);
  const yScale = scaleLinear(y, [bottom, top]);
  const ticksOf = (scale: typeof xScale, length: number, space: number): readonly number[] => {
    for (let count = Math.floor(length / space); count > 0; count -= 1) {
      const ticks = scale.ticks(count);
      if (ticks.length <= length / space + 1) return ticks;
    }
    return [];
  };
  return {
    ...{ height, left, right, top, bottom },
    x: (value) => xScale(value),
    y: (value) => yScale(value),
    xTicks: (space) => ticksOf(xScale, right - left, space),
    yTicks: (space) => ticksOf(yScale, bottom - top, space),
  };
}

/** Path of a line through points; null leaves a gap. */
export function linePath(
  frame: ChartFrame,
  x: readonly number[],
  y: readonly (number | null)[],
): string {
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => frame.x(x[index] ?? 0))
    .y((value) => frame.y(value ?? 0))
    .digits(1);
  return path([...y]) ?? '';
}

/** Path of the area between two lines; null leaves a gap. */
export function areaPath(
  frame: ChartFrame,
  x: readonly number[],
  low: readonly (number | null)[],
  high: readonly (number | null)[],
): string {
  const path = area<number>()
    .defined((_, index) => low[index] !== null && high[index] !== null)
    .x((at) => frame.x(at))
    .y0((_, index) => frame.y(low[index] ?? 0))
    .y1((_, index) => frame.y(high[index] ?? 0))
    .digits(1);
  return path([...x]) ?? '';
}

/** Round times between two times, at least about `apart` ms apart: the length of months differs. */
export function timeTicks(from: number, to: number, apart: number): readonly number[] {
  const scale = scaleTime([from, to], [0, 1]);
  const least = 0.9 * apart;
  const stepOf = ([first = from, second = to]: readonly number[]): number => second - first;
  const most = 1 + Math.floor((to - from) / apart);
  let ticks = scale.ticks(most).map((moment) => moment.getTime());
  // The scale treats the count as a hint. With fewer ticks the step is still round, as long as two ticks remain.
  for (let count = most - 1; count > 0 && stepOf(ticks) < least; count--) {
    const fewer = scale.ticks(count).map((moment) => moment.getTime());
    if (fewer.length < 2) break;
    ticks = fewer;
  }
  const step = Math.ceil(least / stepOf(ticks));
  return ticks.filter((_, k) => k % step === 0);
}
