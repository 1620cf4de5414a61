// SPDX-License-Identifier: Apache-2.0
import type { FailureCode } from '@perfuse/contract/failures/catalogue';
import { MEASUREMENT } from '@perfuse/contract/limits';
import type { ChannelValues } from '@perfuse/contract/results/channels';
import type { Evidence } from '@perfuse/contract/results/evidence';
import { decodeEvidence } from '@perfuse/contract/results/evidence-codec';
import { decodeChannels, type ResultMessage } from '@perfuse/contract/results/message';
import { starsFromSnr } from '@perfuse/contract/results/signal';
import type { RetryPolicy } from '../delivery/retry-policy.ts';
import { DEFAULT_CHECK_UP, UNCHECKED, type CheckUp, type CheckUpLevels } from './check-up.ts';
import type { AnalysisPort, CameraPort, CapturePlan, CapturePort, FrameRate } from './ports.ts';
import { ALL_CONSTRAINTS, NOT_READY, type Constraints, type Readiness } from './readiness.ts';

export interface MeasurementSettings {
  readonly constraints: Constraints;
  readonly checkUp: CheckUpLevels;
  /** Whether filming starts as soon as everything is ready. */
  readonly autoStart: boolean;
}
export const DEFAULT_SETTINGS: MeasurementSettings = {
  constraints: ALL_CONSTRAINTS,
  checkUp: DEFAULT_CHECK_UP,
  autoStart: false,
};

export interface MeasurementInput {
  readonly camera: CameraPort;
  readonly capture: CapturePort;
  readonly analysis: AnalysisPort;
  readonly retry: RetryPolicy;
  /** Monotonic, ms. */
  readonly now: () => number;
  /**
   * Wall clock, ms: it continues while the device sleeps, which `now` need not. Constant for a recording, which pauses
   * meanwhile.
   */
  readonly wallClock: () => number;
  /** Called at the start of each try. */
  readonly settings?: () => MeasurementSettings;
}

/** Values of the newest result, for the heart icon and the stars. */
export interface Reading {
  readonly index: number;
  /** dB, or one of its codes; null when missing. */
  readonly snr: number | null;
  /** 0..5 */
  readonly stars: number;
  /** Heart rate; null when missing. */
  readonly bpm: number | null;
  readonly channels: ChannelValues;
  /** Evidence behind the result; the last result of our own service has it. */
  readonly evidence?: Evidence;
}

/** Frames of the chunks so far. */
export interface FrameCount {
  readonly seen: number;
  readonly dropped: number;
  /** Time from first to last frame of each chunk, summed, ms. */
  readonly spanMs: number;
}

/** State of one try, reset for the next. */
export interface Attempt {
  readonly plan: CapturePlan | null;
  readonly readiness: Readiness;
  readonly checkUp: CheckUp;
  readonly frameRate: FrameRate | null;
  readonly measurementId: string | null;
  /** On the clock of `now`, ms: start of filming and time of failure; null until then. */
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** On the wall clock, ms: the latest counted second of filming; null before it. */
  readonly countedAtMs: number | null;
  /** Remaining seconds of filming. */
  readonly secondsLeft: number;
  readonly frames: FrameCount;
  /** Chunks whose result has arrived. */
  readonly answered: readonly number[];
  readonly reading: Reading | null;
  /** Stars of every result so far with a signal quality, the final one included. */
  readonly starRatings: readonly number[];
  readonly online: boolean;
  readonly failure: FailureCode | null;
}

export interface MeasurementContext extends Attempt {
  readonly ports: Required<MeasurementInput>;
  readonly settings: MeasurementSettings;
  /** Number of occurrences of each failure on this visit. */
  readonly failures: Readonly<Partial<Record<FailureCode, number>>>;
}

export const NEW_ATTEMPT: Attempt = {
  plan: null,
  readiness: NOT_READY,
  checkUp: UNCHECKED,
  frameRate: null,
  measurementId: null,
  startedAtMs: null,
  endedAtMs: null,
  countedAtMs: null,
  secondsLeft: MEASUREMENT.durationS,
  frames: { seen: 0, dropped: 0, spanMs: 0 },
  answered: [],
  reading: null,
  starRatings: [],
  online: true,
  failure: null,
};

export function initialContext(input: MeasurementInput): MeasurementContext {
  const { settings = () => DEFAULT_SETTINGS } = input;
  return { ...NEW_ATTEMPT, ports: { ...input, settings }, settings: settings(), failures: {} };
}

/** Duration of filming, s. */
export const filmingS = (plan: CapturePlan | null): number =>
  plan === null ? MEASUREMENT.durationS : plan.chunkCount * plan.chunkS;

const readings = new WeakMap<ResultMessage, Reading>();

/** Cached, as several guards and actions need the reading of the same message. */
export function readingOf(index: number, message: ResultMessage): Reading {
  const known = readings.get(message);
  if (known?.index === index) return known;
  const reading = read(index, message);
  readings.set(message, reading);
  return reading;
}

function read(index: number, message: ResultMessage): Reading {
  const channels = decodeChannels(message);
  const snr = channels.SNR?.value ?? null;
  const evidence = decodeEvidence(message.Channels);
  return {
    index,
    snr,
    stars: snr === null ? 0 : starsFromSnr(snr),
    bpm: channels.HR_BPM?.value ?? null,
    channels,
    ...(evidence === null ? {} : { evidence }),
  };
}

/** Adds a result; a late one does not replace a newer one. */
export function withResult(
  context: Pick<Attempt, 'answered' | 'reading' | 'starRatings'>,
  reading: Reading,
): Pick<Attempt, 'answered' | 'reading' | 'starRatings'> {
  const newest = context.reading === null || reading.index > context.reading.index;
  return {
    answered: [...context.answered, reading.index],
    reading: newest ? reading : context.reading,
    starRatings:
      reading.snr === null ? context.starRatings : [...context.starRatings, reading.stars],
  };
}

/** The mean of the star ratings of a measurement's results, 0..5, to the hundredth; 0 without results. */
export function averageStars({ starRatings }: Pick<Attempt, 'starRatings'>): number {
  const sum = starRatings.reduce((total, stars) => total + stars, 0);
  return Math.round((100 * sum) / Math.max(1, starRatings.length)) / 100;
}
