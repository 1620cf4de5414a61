// SPDX-License-Identifier: Apache-2.0
import { createLogLines } from './log-lines.ts';

/** The page's log. */
export const LOG = createLogLines(Date.now);
