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
  /** Start filming as soon as everything is ready. */
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
  /** Wall clock, ms: it goes on while the device sleeps, which `now` need not. It stands still for a film that waits meanwhile. */
  readonly wallClock: () => number;
  /** Asked at the beginning of each try. */
  readonly settings?: () => MeasurementSettings;
}

/** What the newest result says, for the heart icon and the stars. */
export interface Reading {
  readonly index: number;
  /** dB, or one of its codes; null when missing. */
  readonly snr: number | null;
  /** 0..5 */
  readonly stars: number;
  /** Heart rate; null when missing. */
  readonly bpm: number | null;
  readonly channels: ChannelValues;
  /** What it rests on; the last result of our own service carries it. */
  readonly evidence?: Evidence;
}

/** Of the chunks so far. */
export interface FrameCount {
  readonly seen: number;
  readonly dropped: number;
  /** From first to last frame of each chunk, summed. */
  readonly spanMs: number;
}

/** What belongs to one try and starts anew with the next. */
export interface Attempt {
  readonly plan: CapturePlan | null;
  readonly readiness: Readiness;
  readonly checkUp: CheckUp;
  readonly frameRate: FrameRate | null;
  readonly measurementId: string | null;
  /** On the clock of `now`, ms: when filming began and when it failed; null until then. */
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** On the wall clock, ms: the newest second of filming; null before it. */
  readonly countedAtMs: number | null;
  /** Of filming. */
  readonly secondsLeft: number;
  readonly frames: FrameCount;
  /** Chunks that a result has come for. */
  readonly answered: readonly number[];
  readonly reading: Reading | null;
  /** Stars of every result so far that told its signal quality, the final one included. */
  readonly starRatings: readonly number[];
  readonly online: boolean;
  readonly failure: FailureCode | null;
}

export interface MeasurementContext extends Attempt {
  readonly ports: Required<MeasurementInput>;
  readonly settings: MeasurementSettings;
  /** How often each failure happened on this visit. */
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

/** Length of filming, s. */
export const filmingS = (plan: CapturePlan | null): number =>
  plan === null ? MEASUREMENT.durationS : plan.chunkCount * plan.chunkS;

const readings = new WeakMap<ResultMessage, Reading>();

/** Several guards and actions ask about the same message: it is read once. */
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

/** A result that came late does not replace a newer one. */
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

/** The mean of the star ratings of a measurement's results, 0..5, to the hundredth; 0 when none came. */
export function averageStars({ starRatings }: Pick<Attempt, 'starRatings'>): number {
  const sum = starRatings.reduce((total, stars) => total + stars, 0);
  return Math.round((100 * sum) / Math.max(1, starRatings.length)) / 100;
}
