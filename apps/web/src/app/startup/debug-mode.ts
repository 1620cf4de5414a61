// SPDX-License-Identifier: Apache-2.0
import type { Visit, VisitStore } from '../../launch/visit.ts';

/** Enables the browser's console log as soon as a launch requests debug mode. */
export function followDebugMode(visit: VisitStore, speakUp: () => void): void {
  const follow = ({ launched }: Visit): void => {
    if (launched?.settings.debugMode === true) speakUp();
  };
  follow(visit.getState());
  visit.subscribe(follow);
}
