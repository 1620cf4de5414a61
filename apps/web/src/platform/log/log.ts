// SPDX-License-Identifier: Apache-2.0
import { createLogLines } from './log-lines.ts';

/** What this page has logged. */
export const LOG = createLogLines(Date.now);
