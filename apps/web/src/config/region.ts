// SPDX-License-Identifier: Apache-2.0
import { isChinaRegion as isChina } from '@perfuse/contract/configuration/region';
import { BUILD } from './build.ts';

/**
 * Whether the rules of the China region apply: phone sign-in, prefix 86, zh-CN dates, QR codes instead of store links.
 */
export const isChinaRegion = (hostname: string): boolean => isChina(hostname, BUILD.region);
