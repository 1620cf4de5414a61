// SPDX-License-Identifier: Apache-2.0
import { assign, type DoneActorEvent } from 'xstate';
import type { CapturePlan } from '../ports.ts';
import { measurementSetup } from '../setup.ts';

/** The camera is on: the person gets into position, and starts when everything is ready. */
export const framing = measurementSetup.createStateConfig({
  invoke: {
    src: 'prepare',
    input: ({ context }) => context.ports,
    onDone: {
      actions: assign({
        plan: ({ event }: { event: DoneActorEvent<CapturePlan> }) => event.output,
      }),
    },
    onError: { actions: { type: 'endWithFault', params: ({ event }) => event } },
  },
  on: {
    CANCEL: 'idle',
    SWITCH_CAMERA: 'starting',
    CAMERA_LOST: { actions: { type: 'end', params: ({ event }) => event } },
    CAPTURE_FAILED: { actions: { type: 'end', params: ({ event }) => event } },
  },
  initial: 'preparing',
  states: {
    preparing: { tags: 'preparing', always: { guard: 'ready', target: 'ready' } },
    ready: {
      tags: 'ready',
      always: [
        { guard: 'notReady', target: 'preparing' },
        { guard: 'autoStart', target: 'locking' },
      ],
      on: { START: 'locking' },
    },
    // Automatic adjustments of the camera during filming would be measured too.
    locking: {
      tags: 'ready',
      invoke: {
        src: 'lockCamera',
        input: ({ context }) => context.ports.camera,
        onDone: '#measurement.running',
        onError: '#measurement.running',
      },
      always: { guard: 'notReady', target: 'preparing', actions: 'unlockCamera' },
    },
  },
});
