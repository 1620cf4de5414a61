// SPDX-License-Identifier: Apache-2.0
import type { Edition } from '../config/build.ts';

/** Key of a tab's results in its storage. */
export const resultsKey = (edition: Edition): string => `perfuse.results.${edition}`;
