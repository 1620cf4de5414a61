// SPDX-License-Identifier: Apache-2.0
import { createContext } from 'react';
import type { MetricView } from '../model/outcome-view.ts';

/** Opens the information about a metric and its value. */
export const OpenInfoContext = createContext<(view: MetricView) => void>(() => undefined);
