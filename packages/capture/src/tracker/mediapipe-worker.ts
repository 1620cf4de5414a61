// SPDX-License-Identifier: Apache-2.0
/** The worker of the mediapipe tracker. */
import { MediapipeTracker } from './mediapipe.ts';
import { mediapipeStartSchema } from './messages.ts';
import { allowOnlyOwnFiles } from './own-files.ts';
import { hostTracker } from './tracker-host.ts';

// Suppresses the library's announcement on the console.
Reflect.set(console, 'log', () => undefined);

hostTracker((settings) => {
  allowOnlyOwnFiles(mediapipeStartSchema.parse(settings).files);
  return new MediapipeTracker();
});
