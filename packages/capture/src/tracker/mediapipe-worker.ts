// SPDX-License-Identifier: Apache-2.0
/** The worker of the mediapipe tracker. */
import { createMediapipeTracker } from './mediapipe.ts';
import { mediapipeStartSchema } from './messages.ts';
import { allowOnlyOwnFiles } from './own-files.ts';
import { hostTracker } from './tracker-host.ts';

hostTracker((settings) => {
  allowOnlyOwnFiles(mediapipeStartSchema.parse(settings).files);
  return createMediapipeTracker();
});
