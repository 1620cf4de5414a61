// SPDX-License-Identifier: Apache-2.0
export interface AutoStartFacts {
  readonly isPhone: boolean;
  /** The configuration's cameraAutoStart. */
  readonly cameraAutoStart: boolean;
  /** The camera that the person chose on an earlier visit. */
  readonly selectedCamera: string | null;
}

/** Whether the camera opens as the measurement screen does, without a press of the button (specification, section 4). */
export const startsByItself = (facts: AutoStartFacts): boolean =>
  (facts.isPhone && facts.cameraAutoStart) || facts.selectedCamera !== null;
