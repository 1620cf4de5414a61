// SPDX-License-Identifier: Apache-2.0
import type { AnalysisPort } from '@perfuse/flow';
import { newId } from '../browser/new-id.ts';
import { LOG } from '../log/log.ts';
import { createDeviceAnalysis, type DeviceAnalysisDeps } from './device-analysis.ts';
import { createEngine } from './engine.ts';

/** The page's only engine; started at its first use. */
const engine = createEngine();

/** An analysis on this device, with the caller's settings. */
export const deviceAnalysis = (
  deps: Pick<DeviceAnalysisDeps, 'whoRegion' | 'isSample'>,
): AnalysisPort =>
  createDeviceAnalysis({
    engine,
    newId,
    ...deps,
    log: (message) => LOG.add('info', [message]),
  });
