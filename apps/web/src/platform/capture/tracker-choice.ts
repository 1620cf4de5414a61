// SPDX-License-Identifier: Apache-2.0
import type { TrackerName, VisageFiles } from '@perfuse/capture';

/** Which face tracker to read frames with. */
export interface TrackerChoice {
  readonly tracker: TrackerName;
  readonly visage?: VisageFiles;
}

/** What an installation or an organisation sets. */
export interface TrackerSettings {
  readonly faceTracker?: string;
  readonly visage?: VisageFiles;
}

/** Any value but `visage` means mediapipe, and so does none. */
export function trackerChoiceOf({ faceTracker, visage }: TrackerSettings): TrackerChoice {
  return faceTracker === 'visage' ? { tracker: 'visage', visage } : { tracker: 'mediapipe' };
}
