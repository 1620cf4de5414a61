// SPDX-License-Identifier: Apache-2.0
import { LeftAxis, LowerAxis } from '@perfuse/ui/chart/Axes.tsx';
import type { ChartFrame } from '@perfuse/ui/chart/frame.ts';
import type { ReactNode } from 'react';
import { numberLocale } from '../../../i18n/language.ts';

export const PLOT_HEIGHT = 190;
/** Space for the lower axis with its label and, at the left, for numbers if there are any. */
export const margins = (hasNumbers: boolean) => ({
  top: 8,
  right: 12,
  bottom: 46,
  left: hasNumbers ? 46 : 10,
});

interface AxesProps {
  readonly frame: ChartFrame;
  readonly label: string;
  readonly language: string;
  /** False where the unit means nothing to people. */
  readonly hasNumbers?: boolean;
}

export function Axes({ frame, label, language, hasNumbers = false }: AxesProps): ReactNode {
  const numbers = new Intl.NumberFormat(numberLocale(language));
  const format = (value: number): string => numbers.format(value);
  return (
    <>
      <LowerAxis frame={frame} ticks={frame.xTicks(48)} format={format} label={label} />
      {hasNumbers && <LeftAxis frame={frame} ticks={frame.yTicks(34)} format={format} />}
    </>
  );
}
