// SPDX-License-Identifier: Apache-2.0
/**
 * One person's measurement from the camera being off to the result, with everything that can happen in between. Pure:
 * the camera, the capture and the service are ports; time is the actor's clock. Drawn in
 * docs/reference/measurement-flow.md.
 */
import type { SnapshotFrom } from 'xstate';
import { initialContext } from './context.ts';
import { measurementSetup } from './setup.ts';
import { framing } from './states/framing.ts';
import { running } from './states/running.ts';

export const measurementMachine = measurementSetup.createMachine({
  id: 'measurement',
  context: ({ input }) => initialContext(input),
  initial: 'idle',
  invoke: { src: 'portEvents', input: ({ context }) => context.ports },
  on: {
    LEAVE: '.idle',
    FACE: { actions: { type: 'readFace', params: ({ event }) => event } },
    RATE: { actions: { type: 'readRate', params: ({ event }) => event } },
    // The only transition to an early end; the catalogue says to which.
    END: [
      {
        guard: { type: 'couldGoOn', params: ({ event }) => event },
        target: '.cancelled',
        actions: { type: 'noteFailure', params: ({ event }) => event },
      },
      { target: '.failed', actions: { type: 'noteFailure', params: ({ event }) => event } },
    ],
  },
  states: {
    idle: {
      tags: 'idle',
      entry: 'releaseCamera',
      on: { OPEN_CAMERA: 'starting' },
    },
    starting: {
      tags: 'starting',
      entry: ['detachCamera', 'beginAttempt'],
      invoke: {
        src: 'openCamera',
        input: ({ context }) => context.ports.camera,
        onDone: 'framing',
        onError: { actions: { type: 'endWithFault', params: ({ event }) => event } },
      },
      on: {
        CANCEL: 'idle',
        SWITCH_CAMERA: { target: 'starting', reenter: true },
        // From the previous camera, whose last pictures are still being processed.
        FACE: {},
        RATE: {},
      },
    },
    framing,
    running,
    done: {
      tags: 'done',
      entry: 'releaseCamera',
      on: { OPEN_CAMERA: 'starting', DISMISS: 'idle' },
    },
    cancelled: {
      tags: 'cancelled',
      entry: ['releaseCamera', 'discard'],
      on: { OPEN_CAMERA: 'starting', DISMISS: 'idle' },
    },
    failed: {
      tags: 'failed',
      entry: ['releaseCamera', 'discard'],
      on: { OPEN_CAMERA: 'starting', DISMISS: 'idle' },
    },
  },
});

export type MeasurementSnapshot = SnapshotFrom<typeof measurementMachine>;
