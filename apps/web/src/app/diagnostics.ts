// SPDX-License-Identifier: Apache-2.0
import type { Diagnostics } from '@perfuse/contract/results/outcome';
import { BUILD, EDITION } from '../config/build.ts';
import type { MeasurementOutcome } from '../session/measurement-result.ts';
import type { SessionStore } from '../session/session-store.ts';

declare global {
  interface Window {
    /** Read-only view of the app for scripts and the browser's console. */
    readonly perfuse?: Readonly<Diagnostics>;
  }
}

function copyOf(outcome: MeasurementOutcome | null): Diagnostics['lastMeasurement'] {
  if (outcome === null) return null;
  const { measurementId, status, error, analysedOn, isSample, snr, stars, frames, channels } =
    structuredClone(outcome);
  return {
    measurementId,
    status,
    error,
    ...(analysedOn !== undefined && { analysedOn }),
    ...(isSample !== undefined && { isSample }),
    snr,
    stars,
    frames,
    channels,
  };
}

export function exposeDiagnostics(session: SessionStore): void {
  const diagnostics: Readonly<Diagnostics> = Object.freeze({
    edition: EDITION,
    version: BUILD.version,
    get lastMeasurement() {
      return copyOf(session.getState().lastMeasurement);
    },
  });
  Object.defineProperty(window, 'perfuse', { value: diagnostics });
}
