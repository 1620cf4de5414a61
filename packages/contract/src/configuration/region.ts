// SPDX-License-Identifier: Apache-2.0

/** Whether the behaviour of the China region applies: on a host in .cn, and where `PERFUSE_REGION` is set to it. */
export const isChinaRegion = (hostname: string, region: 'cn' | null | undefined): boolean =>
  region === 'cn' || hostname.endsWith('.cn');
