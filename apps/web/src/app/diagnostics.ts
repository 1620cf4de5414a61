// SPDX-License-Identifier: Apache-2.0
import { BUILD, type Edition } from './build.ts';
import type { MeasurementOutcome } from './session/measurement-result.ts';
import type { SessionStore } from './session/session-store.ts';

/** What scripts and people with a console may read of the app; nothing can be changed through it. */
interface Diagnostics {
  readonly edition: Edition;
  readonly version: string;
  /** A copy of the last measurement of this tab. */
  readonly lastMeasurement: Omit<MeasurementOutcome, 'finishedAt'> | null;
}

declare global {
  interface Window {
    readonly perfuse?: Diagnostics;
  }
}

function copyOf(outcome: MeasurementOutcome | null): Diagnostics['lastMeasurement'] {
  if (outcome === null) return null;
  const { measurementId, status, error, snr, stars, frames, channels } = structuredClone(outcome);
  return {
    measurementId,
    status,
    ...(error === undefined ? {} : { error }),
    snr,
    stars,
    frames,
    channels,
  };
}

export function exposeDiagnostics(session: SessionStore): void {
  const diagnostics: Diagnostics = Object.freeze({
    edition: BUILD.edition,
    version: BUILD.version,
    get lastMeasurement() {
      return copyOf(session.getState().lastMeasurement);
    },
  });
  Object.defineProperty(window, 'perfuse', { value: diagnostics });
}
