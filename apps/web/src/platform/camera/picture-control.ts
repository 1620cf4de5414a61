// SPDX-License-Identifier: Apache-2.0
/**
 * Exposure, white balance and focus of one camera: adjusted to the face while it is framed, locked while it is filmed
 * (automatic control that follows the face's own colour would wipe the pulse out), and restored afterwards. Settings
 * that the camera refuses stay unchanged.
 */
import { within } from '../browser/in-time.ts';
import { exposureSteps, nextExposure, wantedChange, type FaceExposure } from './exposure.ts';
import {
  applyControls,
  automaticControls,
  imageCapabilities,
  imageSettings,
  lockedControls,
  type ControllableTrack,
  type ImageControls,
} from './image-controls.ts';

/**
 * `automatic`: the camera's own control, adjusted towards the face. `locking`: being locked. `locked`: locked. `over`:
 * the camera is about to be closed.
 */
export type ControlPhase = 'automatic' | 'locking' | 'locked' | 'over';

export interface PictureControl {
  readonly phase: () => ControlPhase;
  /** Called for each tracked frame with a face: may change the exposure a little. */
  readonly see: (face: FaceExposure) => void;
  /** Locks the current settings. @returns when that is done, or after a short time in any case; never rejects. */
  readonly lock: () => Promise<void>;
  /** Returns to automatic control, which may then be adjusted to the face again. Never rejects. */
  readonly unlock: () => Promise<void>;
  /**
   * Returns to automatic control for the last time; null when nothing was changed, so that the camera can be closed at
   * once.
   */
  readonly end: () => Promise<void> | null;
}

/** Frames with a face, more than a second's worth, before the effect of a change is judged. */
const SETTLE_READINGS = 20;
/** Largest number of exposure changes: some cameras never settle. */
const MAX_CHANGES = 12;
/** Longest wait for a browser that does not answer, ms. */
const TIMEOUT_MS = 600;
/** Frames that verify that the locked picture is unchanged, and the longest wait for them, ms. */
const PROOF_READINGS = 4;
const PROOF_MS = 600;
/** Largest change of light at locking, exposure steps: beyond it the lock has failed. */
const MAX_JUMP = 0.4;
/** A brightening change that gains less than this, exposure steps, is the last. */
const MIN_GAIN = 0.1;
const USUAL_RATE = 30;

const jump = (before: number, after: number): number => Math.abs(exposureSteps(before, after));

export function createPictureControl(
  track: ControllableTrack,
  log: (message: string) => void = () => undefined,
): PictureControl {
  const can = imageCapabilities(track);
  const constraints = track.getConstraints();
  const first = imageSettings(track);
  const wantedRate = Math.min(USUAL_RATE, first.frameRate ?? USUAL_RATE);
  const automatic = automaticControls(can, first);
  let phase: ControlPhase = 'automatic';
  /** Counts phase changes: a pending call finds out that it has been superseded. */
  let turn = 0;
  let applying: Promise<void> = Promise.resolve();
  let isBusy = false;
  let isUsable = true;
  let isTouched = false;
  let canHoldExposure = can.exposureMode?.includes('manual') === true;
  let changes = 0;
  let rest = SETTLE_READINGS;
  /** Luma before the last brightening change. */
  let lumaBefore: number | null = null;
  let isBrightest = false;
  let luma = 0;
  let proof: { left: number; readonly done: () => void } | null = null;

  const go = (to: ControlPhase): void => {
    phase = to;
    turn += 1;
  };

  const apply = (groups: readonly ImageControls[]): Promise<void> => {
    if (!isUsable || groups.length === 0) return Promise.resolve();
    isTouched = true;
    isBusy = true;
    const set = async (): Promise<void> => {
      const { width, height } = imageSettings(track);
      await applyControls(track, groups);
      const after = imageSettings(track);
      if (after.width === width && after.height === height) return;
      // This browser drops constraints that are not repeated.
      isUsable = false;
      await track.applyConstraints(constraints);
    };
    applying = applying
      .then(set)
      .catch((cause: unknown) => {
        isUsable = false;
        log(`The camera keeps its own settings: ${String(cause)}`);
      })
      .finally(() => (isBusy = false));
    return applying;
  };

  const adjust = (face: FaceExposure): void => {
    const change = wantedChange(face);
    if (lumaBefore !== null) {
      // The brightening had no effect: the limit is reached.
      isBrightest = face.luma < lumaBefore || jump(lumaBefore, face.luma) < MIN_GAIN;
      lumaBefore = null;
    }
    if (change > 0 && isBrightest) return;
    const next = nextExposure(face, can, imageSettings(track), wantedRate);
    if (next === null) return;
    changes += 1;
    rest = SETTLE_READINGS;
    if (change > 0) lumaBefore = face.luma;
    void apply([next]);
  };

  const prove = (): Promise<void> =>
    new Promise((resolve) => {
      proof = { left: PROOF_READINGS, done: resolve };
    });

  return {
    phase: () => phase,
    see: (face) => {
      luma = face.luma;
      if (proof !== null) {
        proof.left -= 1;
        if (proof.left <= 0) proof.done();
      }
      if (phase !== 'automatic' || isBusy || !isUsable || changes >= MAX_CHANGES) return;
      rest -= 1;
      if (rest <= 0) adjust(face);
    },
    lock: async () => {
      if (phase !== 'automatic') return;
      go('locking');
      const mine = turn;
      await within(applying, TIMEOUT_MS);
      if (mine !== turn) return;
      const groups = lockedControls(can, imageSettings(track), canHoldExposure);
      if (groups.length > 0 && isUsable) {
        const before = luma;
        await within(apply(groups), TIMEOUT_MS);
        if (mine !== turn) return;
        await within(prove(), PROOF_MS);
        proof = null;
        if (mine !== turn) return;
        if (canHoldExposure && before > 0 && jump(before, luma) > MAX_JUMP) {
          canHoldExposure = false;
          log('The camera changes its picture when it is held: its exposure stays automatic.');
          await within(apply(automatic.filter(isOfExposure)), TIMEOUT_MS);
          if (mine !== turn) return;
        }
      }
      go('locked');
    },
    unlock: async () => {
      if (phase !== 'locking' && phase !== 'locked') return;
      go('automatic');
      rest = SETTLE_READINGS;
      await within(apply(automatic), TIMEOUT_MS);
    },
    end: () => {
      const isGiven = !isTouched || !isUsable;
      go('over');
      return isGiven ? null : within(apply(automatic), TIMEOUT_MS);
    },
  };
}

const isOfExposure = (controls: ImageControls): boolean => controls.exposureMode !== undefined;
