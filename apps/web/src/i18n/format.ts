// SPDX-License-Identifier: Apache-2.0
import { numberLocale } from './language.ts';

/** Formats a number with a fixed count of decimals for a language, and a negative one with a minus sign. */
export function formatNumber(value: number, decimals: number, language: string): string {
  return new Intl.NumberFormat(numberLocale(language), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // No '−0.0' for a small negative number.
    signDisplay: 'negative',
  })
    .format(value)
    .replace('-', '−');
}

/** Shown where there is no value. */
export const MISSING_MARK = '?';
