// SPDX-License-Identifier: Apache-2.0
import { isChinaRegion } from '../../app/region.ts';

/** Dates of the results are Chinese in the China region, else in the way of the browser (specification, section 2). */
export const momentLocale = (host: string): string | undefined =>
  isChinaRegion(host) ? 'zh-CN' : undefined;
