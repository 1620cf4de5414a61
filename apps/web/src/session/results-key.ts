// SPDX-License-Identifier: Apache-2.0
import type { Edition } from '../config/build.ts';

/** Where a tab keeps its results. */
export const resultsKey = (edition: Edition): string => `perfuse.results.${edition}`;
