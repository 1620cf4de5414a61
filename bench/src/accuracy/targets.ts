// SPDX-License-Identifier: Apache-2.0
import type { FingerSet, WaveRow } from './contact.ts';
import type { FaceSet, RefusalSet } from './faces.ts';

/** A figure with the limit it is held to. */
export interface Target {
  readonly what: string;
  readonly unit: string;
  readonly found: number;
  /** The most that is good enough. */
  readonly limit: number;
  readonly met: boolean;
}

export interface Results {
  readonly faces: readonly FaceSet[];
  readonly noPulse: FaceSet;
  readonly negatives: readonly RefusalSet[];
  readonly finger: FingerSet;
  readonly waves: readonly WaveRow[];
  readonly timing: { readonly cpuMs: number };
}

/** The figures the engine is held to; those of sets that are not there are left out. */
export function targetsOf(results: Results): Target[] {
  const targets = [
    ...faceTargets(results.faces),
    ...refusalTargets(results),
    ...fingerTargets(results.finger),
    ...waveTargets(results.waves),
    target('one analysis of 30 s, processor time', 'ms', results.timing.cpuMs, 25),
  ];
  return targets.filter(({ found }) => Number.isFinite(found));
}

function target(what: string, unit: string, found: number, limit: number): Target {
  return { what, unit, found, limit, met: found <= limit };
}

function faceTargets(faces: readonly FaceSet[]): Target[] {
  const rows = faces.flatMap((set) => set.rows);
  const refused = rows.filter((row) => row.heartRate === null).length;
  const breathing = rows.filter(
    ({ breathingRate, truth }) =>
      breathingRate !== null && truth.rr !== undefined && Math.abs(breathingRate - truth.rr) > 2,
  );
  return [
    ...faces.map((set) =>
      target(`${set.name}: heart rate, mean error`, '1/min', set.heartRate.mae, 0.5),
    ),
    ...faces.map((set) =>
      target(`${set.name}: heart rate, worst shown`, '1/min', set.heartRate.worst, 2),
    ),
    ...faces.map((set) =>
      target(`${set.name}: wrong and confident`, 'clips', set.wrongAndConfident, 0),
    ),
    target('good clips refused', '%', (100 * refused) / rows.length, 16.7),
    target('breathing off by more than 2', 'clips', rows.length > 0 ? breathing.length : NaN, 0),
  ];
}

function refusalTargets({ noPulse, negatives }: Results): Target[] {
  const given = noPulse.rows.length - noPulse.refused;
  return [
    target('clips without a pulse accepted', 'clips', noPulse.rows.length > 0 ? given : NaN, 0),
    ...negatives.map(({ windowS, windows, accepted }) =>
      target(
        `negative windows of ${String(windowS)} s accepted`,
        '%',
        (100 * accepted.length) / windows,
        2.5,
      ),
    ),
  ];
}

function fingerTargets({ heartRate, sdnn, rmssd, intervalErrorMs, windows }: FingerSet): Target[] {
  return [
    target('finger: heart rate, mean error', '1/min', heartRate.mae, 0.3),
    target('finger: SDNN, mean error', 'ms', sdnn.mae, 6.5),
    target('finger: RMSSD, mean error', 'ms', rmssd.mae, 10),
    target('finger: interval, mean error', 'ms', intervalErrorMs, 16),
    target('finger: heart rate in 30 s, mean error', '1/min', windows.mae, 0.9),
    target('finger: heart rate in 30 s, median error', '1/min', windows.median, 0.15),
  ];
}

function waveTargets(waves: readonly WaveRow[]): Target[] {
  const row = waves.find(({ name }) => name === 'sample_video_5');
  const off = (one: { found: number; truth: number } | null | undefined): number =>
    one ? Math.abs(one.found - one.truth) : Number.NaN;
  return [
    target('waveform 5: SDNN', 'ms', off(row?.sdnn), 3),
    target('waveform 5: RMSSD', 'ms', off(row?.rmssd), 3),
  ];
}
