// SPDX-License-Identifier: Apache-2.0
/** The counters of a process, by this name on its global object; each wraps at 256. */
export const COUNTERS = '__perfuseFuzzCounters';
