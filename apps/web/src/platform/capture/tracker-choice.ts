// SPDX-License-Identifier: Apache-2.0
import type { LearnedFiles, TrackerName, VisageFiles } from '@perfuse/capture';

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

/** Any value but `visage` means mediapipe, and so does none. */
export function trackerChoiceOf({ faceTracker, visage, learned }: TrackerSettings): TrackerChoice {
  const beside = learned === undefined ? {} : { learned };
  return faceTracker === 'visage'
    ? { tracker: 'visage', visage, ...beside }
    : { tracker: 'mediapipe', ...beside };
}
