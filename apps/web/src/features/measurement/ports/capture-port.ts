// SPDX-License-Identifier: Apache-2.0
import type { Capture, CaptureEvent, CaptureFailure, RecordedFrames } from '@perfuse/capture';
import type { DemographicsWire } from '@perfuse/contract/person/demographics';
import { MeasurementFault, type CapturePort } from '@perfuse/flow';
import { LOG } from '../../../platform/log/log.ts';

export interface CaptureDeps {
  readonly create: () => Capture;
  /** The output of the open camera; null when none is open. */
  readonly track: () => MediaStreamTrack | RecordedFrames | null;
  /** Sent with every chunk; undefined when nothing is known about the person. */
  readonly person: () => DemographicsWire | undefined;
}

export interface PageCapture extends CapturePort {
  /** Loads the tracker ahead of its use. A failure is reported when it is used. */
  readonly warm: () => void;
  /** All events of the capture, with the face's outline. @returns ends the subscription. */
  readonly subscribe: (listener: (event: CaptureEvent) => void) => () => void;
}

const FAILURES: readonly CaptureFailure[] = ['WORKER_ERROR', 'COLLECTOR_INIT', 'CREATE_CHUNK_FAIL'];

/** By its code, not its class, whose import would load the whole capture with this module. */
function toFault(cause: unknown): unknown {
  if (!(cause instanceof Error) || !('code' in cause)) return cause;
  const code = FAILURES.find((known) => known === cause.code);
  return code === undefined ? cause : new MeasurementFault(code, cause.message, { cause });
}

/** The page's one capture. If its worker died, it is replaced at the next start. */
export function createPageCapture({ create, track, person }: CaptureDeps): PageCapture {
  const listeners = new Set<(event: CaptureEvent) => void>();
  let current: Capture | null = null;

  const discard = (): void => {
    current?.close();
    current = null;
  };
  const capture = (): Capture => {
    if (current !== null) return current;
    const created = create();
    created.subscribe((event) => {
      if (event.type === 'failed') LOG.add('error', [event.code, event.message]);
      if (event.type === 'failed' && event.code !== 'CREATE_CHUNK_FAIL') discard();
      for (const listener of [...listeners]) listener(event);
    });
    current = created;
    return created;
  };

  return {
    warm: () => {
      capture()
        .prepare()
        .catch(() => undefined);
    },
    start: async (signal) => {
      try {
        const mine = capture();
        const beganMs = performance.now();
        // Not aborted with the screen: what has been loaded serves the next visit.
        await mine.prepare();
        LOG.add('info', [
          `Capture ready after ${String(Math.round(performance.now() - beganMs))} ms.`,
        ]);
        const open = track();
        if (signal.aborted) return;
        if (open === null) throw new MeasurementFault('CAMERA_STOPPED', 'The camera closed.');
        await mine.attach(open);
      } catch (cause) {
        throw toFault(cause);
      }
    },
    detach: () => current?.detach(),
    record: (plan) => capture().record({ ...plan, person: person() }),
    stop: () => current?.stop(),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
