// SPDX-License-Identifier: Apache-2.0
import { BUILD } from './build.ts';

/** Whether the China region's ways hold: phone sign-in, prefix 86, dates of zh-CN, QR codes instead of store links. */
export const isChinaRegion = (hostname: string, region = BUILD.region): boolean =>
  region === 'cn' || hostname.endsWith('.cn');
