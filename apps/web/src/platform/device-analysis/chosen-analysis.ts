// SPDX-License-Identifier: Apache-2.0
import { MeasurementFault, type AnalysisPort } from '@perfuse/flow';

export interface ChosenAnalysisDeps {
  /** Called at the start of each try. */
  readonly isOnDevice: () => boolean;
  readonly service: AnalysisPort;
  /** Loads the code of the analysis on this device. */
  readonly loadDevice: () => Promise<AnalysisPort>;
}

export interface ChosenAnalysis extends AnalysisPort {
  /** Whether the current try, or else the last one, is analysed on this device. */
  readonly wasOnDevice: () => boolean;
  /** Preloads an analysis on this device, if it is chosen. Never rejects: a failure surfaces when it is used. */
  readonly warm: () => Promise<void>;
}

/** The chosen analysis, which stays the same from the start of a try to its end. */
export function createChosenAnalysis(deps: ChosenAnalysisDeps): ChosenAnalysis {
  const { isOnDevice, service, loadDevice } = deps;
  let current = { port: service, onDevice: false };
  const choose = async (): Promise<typeof current> => {
    if (!isOnDevice()) return { port: service, onDevice: false };
    try {
      return { port: await loadDevice(), onDevice: true };
    } catch (cause) {
      // No fallback to the service: the person was told that nothing is sent.
      throw new MeasurementFault('DEVICE_ENGINE', 'The engine could not be loaded.', { cause });
    }
  };
  return {
    wasOnDevice: () => current.onDevice,
    warm: async () => {
      if (!isOnDevice()) return;
      // Never aborted: what is loaded serves the next visit to the screen.
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
