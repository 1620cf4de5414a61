// SPDX-License-Identifier: Apache-2.0

/** Whether the China region's ways hold: on a host in .cn, and where the setting `PERFUSE_REGION` says so. */
export const isChinaRegion = (hostname: string, region: 'cn' | null | undefined): boolean =>
  region === 'cn' || hostname.endsWith('.cn');
