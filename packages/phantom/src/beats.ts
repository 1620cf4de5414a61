// SPDX-License-Identifier: Apache-2.0
/**
 * Rate and variability of a series of beat times (Task Force of the ESC and NASPE, 1996,
 * doi 10.1161/01.CIR.93.5.1043).
 * @param beats times in s, increasing.
 * @returns mean rate in beats per minute, sample standard deviation of the intervals and root mean square of
 * their successive differences in ms; NaN where there are too few beats.
 */
export function beatStatistics(beats: Float64Array): { hr: number; sdnn: number; rmssd: number } {
  const intervals = Array.from(beats.subarray(1), (time, at) => (time - (beats[at] ?? 0)) * 1000);
  const mean = sum(intervals) / intervals.length;
  const differences = intervals.slice(1).map((value, at) => value - (intervals[at] ?? 0));
  return {
    hr: 60_000 / mean,
    sdnn: Math.sqrt(sum(intervals.map((value) => (value - mean) ** 2)) / (intervals.length - 1)),
    rmssd: Math.sqrt(sum(differences.map((value) => value ** 2)) / differences.length),
  };
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
