// SPDX-License-Identifier: Apache-2.0
import type { LearnedFiles, VisageFiles } from '@perfuse/capture';
import { TRACKER_NAMES, type TrackerName } from '@perfuse/contract/configuration/measurement';

/** The face tracker to use. */
export interface TrackerChoice {
  readonly tracker: TrackerName;
  readonly visage?: VisageFiles;
  /** Files of a learned estimator that runs alongside the tracker. */
  readonly learned?: LearnedFiles;
}

/** Settings of an installation or an organisation. */
export interface TrackerSettings {
  readonly faceTracker?: string;
  readonly visage?: VisageFiles;
  readonly learned?: LearnedFiles;
}

/** An unknown or missing name selects mediapipe. */
export function trackerChoiceOf({ faceTracker, visage, learned }: TrackerSettings): TrackerChoice {
  const tracker = TRACKER_NAMES.find((name) => name === faceTracker) ?? 'mediapipe';
  return { tracker, visage: tracker === 'visage' ? visage : undefined, learned };
}
