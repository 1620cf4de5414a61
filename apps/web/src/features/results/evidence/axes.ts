// SPDX-License-Identifier: Apache-2.0
import type uPlot from 'uplot';
import { numberLocale } from '../../../i18n/language.ts';
import type { Palette } from './palette.ts';

/** The lower axis: a number now and then, fine lines. */
export function lowerAxis(palette: Palette, label: string, language: string): uPlot.Axis {
  const format = new Intl.NumberFormat(numberLocale(language));
  return {
    stroke: palette.soft,
    font: palette.font,
    labelFont: palette.font,
    label,
    labelSize: 20,
    size: 26,
    gap: 4,
    space: 48,
    grid: { stroke: palette.line, width: 1 },
    ticks: { show: false },
    values: (_, splits) => splits.map((value) => format.format(value)),
  };
}

/** The left axis; without numbers where the unit means nothing to people. */
export function leftAxis(palette: Palette, language: string, hasNumbers: boolean): uPlot.Axis {
  const format = new Intl.NumberFormat(numberLocale(language));
  return {
    stroke: palette.soft,
    font: palette.font,
    size: hasNumbers ? 46 : 10,
    gap: 4,
    space: 34,
    grid: { stroke: palette.line, width: 1, show: hasNumbers },
    ticks: { show: false },
    values: (_, splits) => splits.map((value) => (hasNumbers ? format.format(value) : '')),
  };
}

/** A filled part of the plot between two values of the lower axis, behind the lines. */
export function shade(self: uPlot, from: number, to: number, colour: string): void {
  const left = self.valToPos(from, 'x', true);
  const right = self.valToPos(to, 'x', true);
  self.ctx.save();
  self.ctx.fillStyle = colour;
  self.ctx.fillRect(left, self.bbox.top, right - left, self.bbox.height);
  self.ctx.restore();
}
