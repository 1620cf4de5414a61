// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import { isSignalInvalid, SNR_CODES, starsFromSnr } from '@perfuse/contract/results/signal';
import { gapless, rhythmOf } from '../beats/rhythm.ts';
import { isReportable } from '../beats/spread.ts';
import { phaseHrv } from '../beats/phase-hrv.ts';
import { estimateBreathing } from '../breathing/estimate.ts';
import { CAMERA_WEIGHTS } from '../breathing/weights.ts';
import { recordingOf, type Recording } from '../frames/recording.ts';
import { showsNoLife } from '../liveness/stillness.ts';
import { loopSeconds } from '../liveness/repetition.ts';
import type { PulseEstimate } from '../pulse/estimate.ts';
import type { GateVerdict } from '../pulse/gate.ts';
import { fixedSum } from '../pulse/fixed-sum.ts';
import type { LogTrace } from '../pulse/logs.ts';
import type { Band } from '../pulse/method.ts';
import type { PhaseRate } from '../pulse/phase-rate.ts';
import { readPulse } from '../pulse/read.ts';
import { rectifier } from '../pulse/rectify.ts';
import type { PulseWave } from '../pulse/wave.ts';
import { mixed, plus } from '../signal/elementwise.ts';
import {
  acceptedChannels,
  rateChannels,
  refusedChannels,
  refusedLive,
  type Findings,
} from './channels.ts';
import { evidenceOf } from './evidence.ts';
import type { Analysis, AnalysisOptions } from './types.ts';

/** A live recording that falls short by at most this much may still become certain, dB. */
const PATIENCE_DB = 8;
/** This much more for each second short of `PATIENT_UNTIL_S`: chance affects a short recording more. */
const PATIENT_DB_PER_S = 1.2;
const PATIENT_UNTIL_S = 20;
/** Upper limit of the shown SNR of a live recording while nothing is certain, dB. */
const UNCERTAIN_DB = -0.1;
/** Shown SNR minus fused SNR, dB. The weakest accepted signals show as 0: less would mean refused. */
const SHOWN_OFFSET_DB = 3;

/**
 * Reads the vital signs from a recording of skin colours: rectified GREEN, CHROM and POS pooled by SNR and judged, then
 * the rate from the wave's phase; for a result that ends its measurement, also beats, variability and breathing. Pure:
 * the same frames give the same bytes.
 * @param frames all frames so far, any length; results come from about 10 s of usable frames.
 */
export function analyse(frames: FrameSeries, options: AnalysisOptions = {}): Analysis {
  const live = options.live === true;
  const outcome = recordingOf(frames);
  if (!outcome.ok) return refused(outcome.reason, SNR_CODES.noSignal, live);
  const { recording } = outcome;
  if (Number.isFinite(loopSeconds(frames, recording.used))) {
    return refused('replayed', SNR_CODES.replayed, live);
  }
  const previous = options.previousHeartRate;
  const previousHz = previous === undefined ? undefined : previous / 60;
  const { estimate, pulse, verdict } = readPulse(recording, previousHz);
  if (!Number.isFinite(estimate.f0)) return withoutPulse('low-signal', recording, estimate, live);
  const { reason, marginDb } = verdict;
  const found = { recording, estimate, pulse };
  if (reason === null) return accepted(found, verdict, options);
  if (live && marginDb >= -patienceDb(recording.usableS)) {
    return refused(reason, Math.min(UNCERTAIN_DB, marginDb), live);
  }
  const refusal = withoutPulse(reason, recording, estimate, live);
  if (options.evidence !== true) return refusal;
  return { ...refusal, evidence: evidenceOf({ ...found, rhythm: null, withheld: reason }) };
}

function patienceDb(usableS: number): number {
  return PATIENCE_DB + PATIENT_DB_PER_S * Math.max(0, PATIENT_UNTIL_S - usableS);
}

function refused(reason: string, snrDb: number, live: boolean): Analysis {
  // A recording that is too short has no SNR: it only waits for more.
  const ends = !live || (reason !== 'too-short' && isSignalInvalid(snrDb));
  const channels = ends ? refusedChannels(reason, snrDb) : refusedLive(reason, snrDb);
  return { channels, snrDb, stars: 0, ends, rmssd: null };
}

/** No pulse was found: either there is none, or it is too weak to show. */
function withoutPulse(
  reason: string,
  recording: Recording,
  estimate: PulseEstimate,
  live: boolean,
): Analysis {
  return showsNoLife(recording, estimate)
    ? refused('no-life-signs', SNR_CODES.notAlive, live)
    : refused(reason, SNR_CODES.noSignal, live);
}

interface Found {
  readonly recording: Recording;
  readonly estimate: PulseEstimate;
  readonly pulse: PulseWave;
}

function accepted(
  found: Found,
  { deviation, phase }: GateVerdict,
  options: AnalysisOptions,
): Analysis {
  const { recording, estimate, pulse } = found;
  const { f0, snrDb, path } = estimate;
  const shownDb = Math.max(0, snrDb + SHOWN_OFFSET_DB);
  const rateFound = { source: pulse.source, f0, phase, snrDb, shownDb, deviation, path };
  const shown = { snrDb: shownDb, stars: starsFromSnr(shownDb) };
  if (options.live === true) {
    return { channels: rateChannels(rateFound), ...shown, ends: false, rmssd: null };
  }
  const details = detailsOf(found, phase);
  const { rhythm, hrv } = details;
  const channels = acceptedChannels({ ...rateFound, ...details, fps: recording.fps });
  const isVaried = channels.HRV_SDNN.value !== null;
  const rmssd = isVaried && hrv !== null && isReportable(hrv.rmssd) ? hrv.rmssd : null;
  return {
    channels,
    ...shown,
    ends: true,
    rmssd,
    ...(options.evidence === true
      ? { evidence: evidenceOf({ ...found, rhythm, withheld: null }) }
      : {}),
  };
}

/** Band in which breathing modulates the blood level. */
const BREATHING_BAND: Band = { lowHz: 0.08, highHz: 0.6 };

/** From this uncertainty on, a beat may be missing or counted twice, and variability is withheld, turns. */
const SLIPPED_TURNS = 0.25;

/** Values read from a pulse in addition to its rate. */
function detailsOf(
  { recording, estimate, pulse }: Found,
  { slipHz }: PhaseRate,
): Pick<Findings, 'rhythm' | 'hrv' | 'breathing'> {
  const { rate, usable, usableS, frameMs, originMs } = recording;
  const { f0, snrDb, path, skin } = estimate;
  const { wave, edgesHz } = pulse;
  const fromStart = plus(frameMs, -originMs);
  const rhythm = rhythmOf({ wave, rate, f0, snrDb, frameMs: fromStart });
  const measured = gapless(fromStart);
  const beats = rhythm.intervals;
  const hrv =
    slipHz * usableS < SLIPPED_TURNS
      ? phaseHrv({ wave, edgesHz, usable, rate, path: path.hz, measured, beats })
      : null;
  const withoutLight = rectifier(recording.background, usable, rate, BREATHING_BAND);
  const blood = bloodLevel(skin);
  const breathing = estimateBreathing({
    pulse: {
      ...{ rhythm, wave, usable, hz: path.hz },
      ...{
        height: fixedSum(estimate, recording, wave),
        baseline: withoutLight([blood])[0] ?? blood,
      },
      weights: CAMERA_WEIGHTS,
    },
    height: recording.motion?.y ?? null,
    chest: recording.chest,
    rate,
  });
  return { rhythm, hrv, breathing };
}

/** Blood absorbs more green than red; light and shade change both equally and cancel out. */
function bloodLevel({ red, green }: LogTrace): Float64Array {
  return mixed(red, 1, green, -1);
}
