// SPDX-License-Identifier: Apache-2.0
export interface AutoStartFacts {
  readonly isPhone: boolean;
  /** The configuration's cameraAutoStart. */
  readonly cameraAutoStart: boolean;
  /** The camera that the person chose on an earlier visit. */
  readonly selectedCamera: string | null;
}

/** Whether the camera opens together with the measurement screen, without a button press (specification, section 4). */
export const startsByItself = (facts: AutoStartFacts): boolean =>
  (facts.isPhone && facts.cameraAutoStart) || facts.selectedCamera !== null;
