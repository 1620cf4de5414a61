// SPDX-License-Identifier: Apache-2.0
const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `perfuse-2026-11-21-0941.csv`: when, in local time, and nothing about the person or the values. */
export function fileNameOf(finishedAt: number, extension: 'csv' | 'json'): string {
  const at = new Date(finishedAt);
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-');
  return `perfuse-${day}-${twoDigits(at.getHours())}${twoDigits(at.getMinutes())}.${extension}`;
}
