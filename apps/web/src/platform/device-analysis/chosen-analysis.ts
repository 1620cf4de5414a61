// SPDX-License-Identifier: Apache-2.0
import { MeasurementFault, type AnalysisPort } from '@perfuse/flow';

export interface ChosenAnalysisDeps {
  /** Asked at the beginning of each try. */
  readonly isOnDevice: () => boolean;
  readonly service: AnalysisPort;
  /** Fetches the code of the analysis on this device. */
  readonly loadDevice: () => Promise<AnalysisPort>;
}

export interface ChosenAnalysis extends AnalysisPort {
  /** Whether the try under way, or the last one, is analysed on this device. */
  readonly wasOnDevice: () => boolean;
  /** Loads what an analysis on this device needs, if one is wanted. Never rejects: a failure shows when it is used. */
  readonly warm: () => Promise<void>;
}

/** The analysis that is wanted, the same one from the beginning of a try to its end. */
export function createChosenAnalysis(deps: ChosenAnalysisDeps): ChosenAnalysis {
  const { isOnDevice, service, loadDevice } = deps;
  let current = { port: service, onDevice: false };
  const choose = async (): Promise<typeof current> => {
    if (!isOnDevice()) return { port: service, onDevice: false };
    try {
      return { port: await loadDevice(), onDevice: true };
    } catch (cause) {
      // Never the service instead: the person was told that nothing is sent.
      throw new MeasurementFault('DEVICE_ENGINE', 'The engine could not be loaded.', { cause });
    }
  };
  return {
    wasOnDevice: () => current.onDevice,
    warm: async () => {
      if (!isOnDevice()) return;
      // What is loaded by then serves the next visit of the screen.
      const { signal } = new AbortController();
      await loadDevice()
        .then((port) => port.plan(signal))
        .catch(() => undefined);
    },
    plan: async (signal) => {
      current = await choose();
      return current.port.plan(signal);
    },
    create: (signal) => current.port.create(signal),
    connect: (measurementId, listener) => current.port.connect(measurementId, listener),
    missedResult: (id, index, signal) => current.port.missedResult(id, index, signal),
    discard: (id) => current.port.discard(id),
  };
}
