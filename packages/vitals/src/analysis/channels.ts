// SPDX-License-Identifier: Apache-2.0
import type { ChannelCode, ChannelValue, ChannelValues } from '@perfuse/contract/results/channels';
import type { Rhythm } from '../beats/rhythm.ts';
import { isReportable } from '../beats/spread.ts';
import { mentalStressIndex, stressIndex } from '../beats/stress.ts';
import type { PhaseHrv } from '../beats/phase-hrv.ts';
import type { RatePath } from '../pulse/path.ts';
import type { PhaseRate } from '../pulse/phase-rate.ts';
import type { BreathingEstimate } from '../breathing/estimate.ts';
import { extent } from '../signal/elementwise.ts';

/** Codes of the channels read from the pulse signal. */
const MEASURED = ['HR_BPM', 'BR_BPM', 'HRV_SDNN', 'IHB_COUNT', 'MSI'] as const;

/** A value of each of these channels, so that accepted and refused recordings have the same ones. */
type Each<Code extends ChannelCode> = Readonly<Record<Code, ChannelValue>>;

export function missing(reason: string): ChannelValue {
  return { value: null, kind: 'missing', source: '', reason };
}

function measured(
  value: number,
  source: string,
  quality: number,
  uncertainty?: number,
): ChannelValue {
  return {
    value,
    kind: 'measured',
    source,
    quality: Math.max(0, Math.min(1, quality)),
    ...(uncertainty === undefined || !Number.isFinite(uncertainty) ? {} : { uncertainty }),
  };
}

/**
 * Every channel of the pulse signal missing for one reason; unless it is too early, the SNR channel states the reason.
 * @param snrDb one of `SNR_CODES`, or how far a live recording is from certain, dB.
 */
export function refusedChannels(reason: string, snrDb: number): ChannelValues {
  const channels = Object.fromEntries(MEASURED.map((code) => [code, missing(reason)]));
  return { ...channels, ...refusedLive(reason, snrDb) };
}

/** The same for a live result, which has no more channels than {@link rateChannels}. */
export function refusedLive(reason: string, snrDb: number): ChannelValues {
  const SNR: ChannelValue =
    reason === 'too-short'
      ? missing(reason)
      : { value: snrDb, kind: 'measured', source: 'fused', reason };
  return { HR_BPM: missing(reason), SNR };
}

/** What the heart rate of an accepted recording is derived from. */
export interface RateFindings {
  /** Methods that the heart rate is based on. */
  readonly source: string;
  readonly f0: number;
  /** Mean frequency of the pulse. */
  readonly phase: PhaseRate;
  /** Fused SNR, dB. */
  readonly snrDb: number;
  /** SNR as shown, dB. */
  readonly shownDb: number;
  /** One standard deviation of the heart rate, per minute. */
  readonly deviation: number;
  /** Course of the heart frequency over time. */
  readonly path: RatePath;
}

export interface Findings extends RateFindings {
  readonly fps: number;
  readonly rhythm: Rhythm;
  /** Variability from the wave's phase; null where it cannot be followed. */
  readonly hrv: PhaseHrv | null;
  readonly breathing: BreathingEstimate;
}

/** Heart rate and SNR of an accepted recording: all channels of a live result. */
export function rateChannels(findings: RateFindings): Each<'HR_BPM' | 'SNR'> {
  const quality = qualityOf(findings.snrDb);
  return {
    HR_BPM: heartRate(findings, quality),
    SNR: measured(findings.shownDb, 'fused', quality),
  };
}

/** Below this frame rate, the timing of beats is too coarse, frames/s. */
const MIN_BEAT_FPS = 15;

/** Every channel of an accepted recording. */
export function acceptedChannels(findings: Findings): Each<(typeof MEASURED)[number] | 'SNR'> {
  const { HR_BPM, SNR } = rateChannels(findings);
  return {
    HR_BPM,
    BR_BPM: breathingRate(findings.breathing),
    SNR,
    ...beatChannels(findings, qualityOf(findings.snrDb)),
  };
}

/** 0.3 at the least accepted SNR, 1 from 10 dB. */
function qualityOf(snrDb: number): number {
  return Math.max(0.1, Math.min(1, 0.3 + (0.7 * (snrDb + 3)) / 13));
}

/** A course within this distance of the mean is already covered by the deviation, per minute. */
const WORTH_SAYING = 3;

function heartRate(findings: RateFindings, quality: number): ChannelValue {
  const { phase, f0, source, deviation, path } = findings;
  const rate = measured(60 * phase.hz, `${source}:${phase.by}`, quality, deviation);
  return { ...rate, ...rangeOf(path, phase.hz / f0) };
}

/** Range of the heart rate during the recording, per minute, with the path scaled to the rate that is given. */
function rangeOf({ moves, hz }: RatePath, scale: number): Pick<ChannelValue, 'range'> {
  if (!moves) return {};
  const [slowest, fastest] = extent(hz);
  const [low, high] = [60 * scale * slowest, 60 * scale * fastest];
  return high - low < 2 * WORTH_SAYING ? {} : { range: { low, high } };
}

function breathingRate(breathing: BreathingEstimate): ChannelValue {
  const { rate, source, quality, uncertainty, fault } = breathing;
  return rate === null
    ? missing(fault ?? 'disagreement')
    : measured(rate, source, quality, uncertainty);
}

/** Variability and what follows from it, and the count of irregular beats, each where it can be determined. */
function beatChannels(findings: Findings, quality: number): Each<'HRV_SDNN' | 'IHB_COUNT' | 'MSI'> {
  if (findings.fps < MIN_BEAT_FPS) {
    const late = missing('low-frame-rate');
    return { HRV_SDNN: late, IHB_COUNT: late, MSI: late };
  }
  return { ...variability(findings, quality), IHB_COUNT: irregularity(findings.rhythm, quality) };
}

function irregularity({ intervals, irregular, countFault }: Rhythm, quality: number): ChannelValue {
  return countFault === null
    ? measured(irregular.events, 'quarter-rule', quality * intervals.acceptedShare)
    : missing(countFault);
}

/** Where single beats scatter in a clear signal, the heart itself is irregular and its phase gives no variability. */
function variability({ rhythm, hrv, snrDb }: Findings, quality: number): Each<'HRV_SDNN' | 'MSI'> {
  const withheld = (reason: string): Each<'HRV_SDNN' | 'MSI'> => ({
    HRV_SDNN: missing(reason),
    MSI: missing(reason),
  });
  if (rhythm.fault === 'unsteady-beats') return withheld(rhythm.fault);
  if (hrv === null) return withheld(snrDb < 0 ? 'low-signal' : 'too-few-beats');
  const { sdnn, intervalsMs } = hrv;
  if (!isReportable(sdnn)) return withheld('low-signal');
  const si = stressIndex(intervalsMs);
  return {
    HRV_SDNN: measured(sdnn.value, 'phase:beats', quality, sdnn.deviation),
    MSI: si === null ? missing('too-regular') : measured(mentalStressIndex(si), 'baevsky', quality),
  };
}
