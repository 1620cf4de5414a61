// SPDX-License-Identifier: Apache-2.0

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a time in this computer's time zone. */
export const formatDateTime = (ms: number): string => moment.format(ms);
export const formatDay = (ms: number): string => day.format(ms);
/** Formats a calendar day, such as '2026-03-14', which is the same in every time zone. */
export const formatDate = (iso: string): string => date.format(new Date(iso));
