// SPDX-License-Identifier: Apache-2.0
import type { AnalysisPort } from '@perfuse/flow';
import { newId } from '../browser/new-id.ts';
import { LOG } from '../log/log.ts';
import { createDeviceAnalysis, type DeviceAnalysisDeps } from './device-analysis.ts';
import { createEngine } from './engine.ts';

let page: AnalysisPort | null = null;

/** The page's one analysis on this device; its engine starts with the first use. */
export function deviceAnalysis(
  deps: Pick<DeviceAnalysisDeps, 'whoRegion' | 'isSample'>,
): AnalysisPort {
  page ??= createDeviceAnalysis({
    engine: createEngine(),
    newId,
    ...deps,
    log: (message) => LOG.add('info', [message]),
  });
  return page;
}
