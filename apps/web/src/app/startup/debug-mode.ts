// SPDX-License-Identifier: Apache-2.0
import type { Visit, VisitStore } from '../../launch/visit.ts';

/** Speaks up in the browser's console as soon as a launch asks for debug mode. */
export function followDebugMode(visit: VisitStore, speakUp: () => void): void {
  const follow = ({ launched }: Visit): void => {
    if (launched?.settings.debugMode === true) speakUp();
  };
  follow(visit.getState());
  visit.subscribe(follow);
}
