// SPDX-License-Identifier: Apache-2.0

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** A moment on this computer's clock. */
export const formatDateTime = (ms: number): string => moment.format(ms);
export const formatDay = (ms: number): string => day.format(ms);
