// SPDX-License-Identifier: Apache-2.0

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Formats a time in this computer's time zone. */
export const formatDateTime = (ms: number): string => moment.format(ms);
export const formatDay = (ms: number): string => day.format(ms);
