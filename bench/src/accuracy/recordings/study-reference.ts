// SPDX-License-Identifier: Apache-2.0
/** What the sensor on the body measured while the camera filmed. */
import type { SensorSample, StudyMeasurement } from '@perfuse/contract/study/session-file';
import { truthOfIntervals } from '../read-wave.ts';
import type { ReferenceFault, ReferenceSource } from '../report.ts';

export type Reference =
  | { readonly fault: ReferenceFault }
  | {
      readonly fault: null;
      readonly source: ReferenceSource;
      /** Per minute, over the time of filming. */
      readonly hr: number;
      /** ms; null when the sensor sends no intervals. */
      readonly sdnn: number | null;
      readonly rmssd: number | null;
      /** Range of `hr` if the sensor's latency were 0 to 3 s more than assumed, per minute. */
      readonly spread: number;
    };

const MIN_COVERED = 0.8;
const MAX_BAD_SHARE = 0.1;
/** A delay this far above the smallest one means that notifications are missing in between, ms. */
const MISSED_MS = 2500;
/** Latencies that are tried, ms. */
const LATENCIES_MS = [0, 1000, 2000, 3000] as const;
/** A sensor notifies about once a second; after a longer silence, its next value covers only this much, ms. */
const LONGEST_STEP_MS = 3000;
const INTERVAL_MS = { least: 300, most: 2000 } as const;
/** Relative to the median of its neighbours: allows a premature beat, but not a missed or a doubled one. */
const MAX_DEVIATION = 0.4;
const NEIGHBOURS = 5;

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** An interval between beats, and when it ended. */
interface Beat {
  readonly endMs: number;
  readonly intervalMs: number;
}

/**
 * When the camera filmed, on the clock of the sensor. Chunks arrive after their last frame by the time that tracking
 * takes: the quickest of them gives the best estimate of the clock offset. The remaining error, some tenths of a
 * second, is within the latencies that are tried.
 */
function filmedSpan({ chunks }: Pick<StudyMeasurement, 'chunks'>): Span | null {
  const [first, last] = [chunks.at(0), chunks.at(-1)];
  if (first === undefined || last === undefined) return null;
  const offsetMs = Math.min(...chunks.map(({ arrivedMs, endMs }) => arrivedMs - endMs));
  return { fromMs: first.startMs + offsetMs, toMs: last.endMs + offsetMs };
}

/**
 * Times of the beats. A sensor sends its intervals up to one notification late; their sum is its own clock, and the
 * earliest arrival of a stretch ties that to the page's. Null where the two clocks disagree.
 */
export function beatsOf(samples: readonly SensorSample[]): Beat[] | null {
  const beats: Beat[] = [];
  let stretch: { ownMs: number; firstMs: number; earliestMs: number; beats: Beat[] } | null = null;
  const close = (): void => {
    if (stretch === null) return;
    const { earliestMs } = stretch;
    beats.push(...stretch.beats.map((beat) => ({ ...beat, endMs: beat.endMs + earliestMs })));
    stretch = null;
  };
  for (const { atMs, intervalsMs } of samples) {
    if (intervalsMs.length === 0) continue;
    const sum = intervalsMs.reduce((total, one) => total + one, 0);
    if (stretch !== null && atMs - (stretch.ownMs + sum) > stretch.earliestMs + MISSED_MS) close();
    stretch ??= {
      ...{ ownMs: 0, firstMs: atMs - sum, earliestMs: Number.POSITIVE_INFINITY },
      beats: [],
    };
    for (const intervalMs of intervalsMs) {
      stretch.ownMs += intervalMs;
      stretch.beats.push({ endMs: stretch.ownMs, intervalMs });
    }
    const delayMs = atMs - stretch.ownMs;
    // The intervals add up to more than the elapsed time: they are sent twice.
    if (delayMs < stretch.firstMs - 2 * MISSED_MS) return null;
    stretch.earliestMs = Math.min(stretch.earliestMs, delayMs);
  }
  close();
  return beats;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Removes intervals that are no heart's: from a beat that the sensor missed, or one that it split in two. */
function plausible(intervals: readonly number[]): number[] {
  return intervals.filter((one, at) => {
    if (one < INTERVAL_MS.least || one > INTERVAL_MS.most) return false;
    const near = intervals.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1);
    return Math.abs(one - median(near)) <= MAX_DEVIATION * median(near);
  });
}

const shifted = ({ fromMs, toMs }: Span, ms: number): Span => ({
  fromMs: fromMs + ms,
  toMs: toMs + ms,
});

function ofIntervals(beats: readonly Beat[], span: Span): Reference {
  const inside = beats.filter(
    ({ endMs, intervalMs }) => endMs - intervalMs >= span.fromMs && endMs <= span.toMs,
  );
  const intervals = inside.map(({ intervalMs }) => intervalMs);
  const covered = intervals.reduce((sum, one) => sum + one, 0) / (span.toMs - span.fromMs);
  if (covered < MIN_COVERED) return { fault: 'gaps' };
  if (covered > 1 + MAX_BAD_SHARE) return { fault: 'clock' };
  const good = plausible(intervals);
  if (good.length < 3 || good.length < (1 - MAX_BAD_SHARE) * intervals.length) {
    return { fault: 'artefacts' };
  }
  const { hr, sdnn, rmssd } = truthOfIntervals(good);
  if (hr === null) return { fault: 'artefacts' };
  // Across a left-out interval, the difference of its neighbours is not a successive difference.
  const isWhole = good.length === intervals.length;
  return {
    fault: null,
    source: 'intervals',
    hr,
    sdnn,
    rmssd: isWhole ? rmssd : null,
    spread: 0,
  };
}

function ofRates(
  samples: readonly SensorSample[],
  { fromMs, toMs }: Span,
  source: 'rate' | 'oximeter',
): Reference {
  let [weighed, coveredMs] = [0, 0];
  let beforeMs = fromMs;
  for (const { atMs, bpm } of samples) {
    if (atMs <= fromMs) continue;
    const endMs = Math.min(atMs, toMs);
    const stepMs = Math.max(0, Math.min(endMs - beforeMs, LONGEST_STEP_MS));
    if (bpm !== null) {
      weighed += bpm * stepMs;
      coveredMs += stepMs;
    }
    beforeMs = Math.max(beforeMs, endMs);
    if (atMs >= toMs) break;
  }
  if (coveredMs < MIN_COVERED * (toMs - fromMs)) return { fault: 'gaps' };
  return { fault: null, source, hr: weighed / coveredMs, sdnn: null, rmssd: null, spread: 0 };
}

/** @param measurement one that was filmed. */
export function referenceOf(measurement: Pick<StudyMeasurement, 'chunks' | 'sensor'>): Reference {
  const { sensor } = measurement;
  const span = filmedSpan(measurement);
  if (sensor === null || span === null || sensor.samples.length === 0) return { fault: 'none' };
  const { samples, kind } = sensor;
  const meanwhile = samples.filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.toMs);
  const share = (holds: (sample: SensorSample) => boolean): number =>
    meanwhile.filter(holds).length / Math.max(1, meanwhile.length);
  if (share(({ contact }) => contact === 'off') > MAX_BAD_SHARE) return { fault: 'contact' };
  if (share(({ isDoubtful }) => isDoubtful === true) > MAX_BAD_SHARE) return { fault: 'doubtful' };
  const sendsIntervals = samples.some(({ intervalsMs }) => intervalsMs.length > 0);
  const beats = sendsIntervals ? beatsOf(samples) : [];
  if (beats === null) return { fault: 'clock' };
  const at = (ms: number): Reference => {
    const late = shifted(span, ms);
    if (sendsIntervals) return ofIntervals(beats, late);
    return ofRates(samples, late, kind === 'oximeter' ? 'oximeter' : 'rate');
  };
  const taken = at(0);
  if (taken.fault !== null) return taken;
  const rates = LATENCIES_MS.flatMap((ms) => {
    const tried = at(ms);
    return tried.fault === null ? [tried.hr] : [];
  });
  return { ...taken, spread: Math.max(...rates) - Math.min(...rates) };
}
