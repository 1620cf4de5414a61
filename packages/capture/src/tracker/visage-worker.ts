// SPDX-License-Identifier: Apache-2.0
/** The worker of the visage tracker: a classic worker, since the vendor's script is not a module. */
import { visageStartSchema } from './messages.ts';
import { hostTracker } from './tracker-host.ts';
import { createVisageTracker } from './visage/visage.ts';

hostTracker((settings) => createVisageTracker(visageStartSchema.parse(settings)));
