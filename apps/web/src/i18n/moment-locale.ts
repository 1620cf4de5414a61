// SPDX-License-Identifier: Apache-2.0
import i18next from 'i18next';
import { dateLocale } from './language.ts';
import { isChinaRegion } from '../config/region.ts';

/**
 * Dates of the results are Chinese in the China region, else in the browser's format (specification, section 2) if its
 * language is that of the app.
 */
export const momentLocale = (
  host: string = window.location.hostname,
  language: string = i18next.language,
  browser: readonly string[] = navigator.languages,
): string => (isChinaRegion(host) ? 'zh-CN' : dateLocale(language, browser));

/** Formats date and time of a measurement. */
export const formatMoment = (atMs: number, locale: string = momentLocale()): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(atMs);
