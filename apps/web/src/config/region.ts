// SPDX-License-Identifier: Apache-2.0
import { isChinaRegion as isChina } from '@perfuse/contract/configuration/region';
import { BUILD } from './build.ts';

/** Whether the China region's ways hold: phone sign-in, prefix 86, dates of zh-CN, QR codes instead of store links. */
export const isChinaRegion = (hostname: string): boolean => isChina(hostname, BUILD.region);
