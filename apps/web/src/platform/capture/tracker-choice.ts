// SPDX-License-Identifier: Apache-2.0
import type { LearnedFiles, VisageFiles } from '@perfuse/capture';
import { TRACKER_NAMES, type TrackerName } from '@perfuse/contract/configuration/measurement';

/** Which face tracker to read frames with. */
export interface TrackerChoice {
  readonly tracker: TrackerName;
  readonly visage?: VisageFiles;
  /** A learned estimator that reads the face beside it. */
  readonly learned?: LearnedFiles;
}

/** What an installation or an organisation sets. */
export interface TrackerSettings {
  readonly faceTracker?: string;
  readonly visage?: VisageFiles;
  readonly learned?: LearnedFiles;
}

/** A name that is no tracker's means mediapipe, and so does none. */
export function trackerChoiceOf({ faceTracker, visage, learned }: TrackerSettings): TrackerChoice {
  const tracker = TRACKER_NAMES.find((name) => name === faceTracker) ?? 'mediapipe';
  return { tracker, visage: tracker === 'visage' ? visage : undefined, learned };
}
