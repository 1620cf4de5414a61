// SPDX-License-Identifier: Apache-2.0
import { assign } from 'xstate';
import { measurementSetup } from '../setup.ts';
import { measuring } from './measuring.ts';

/** From the start button to the last result: a measurement is open on the service. */
export const running = measurementSetup.createStateConfig({
  entry: 'startTimeout',
  exit: 'stopTimeout',
  invoke: {
    id: 'delivery',
    src: 'delivery',
    input: ({ context: { ports } }) => ({
      analysis: ports.analysis,
      retry: ports.retry,
      now: ports.now,
    }),
  },
  on: {
    CANCEL: { actions: { type: 'end', params: { code: 'CANCELED' } } },
    LEAVE: { target: '#measurement.idle', actions: 'discard' },
    TIMED_OUT: { actions: { type: 'end', params: { code: 'MEASUREMENT_TIMED_OUT' } } },
    CREATED: { actions: assign({ measurementId: ({ event }) => event.measurementId }) },
    CONNECTION: { actions: assign({ online: ({ event }) => event.state === 'back' }) },
    DELIVERY_FAILED: { actions: { type: 'end', params: ({ event }) => event } },
    RESULT: [
      { guard: { type: 'repeated', params: ({ event }) => event } },
      {
        guard: { type: 'signalCancels', params: ({ event }) => event },
        actions: [
          { type: 'noteResult', params: ({ event }) => event },
          { type: 'end', params: { code: 'SNR_QUALITY' } },
        ],
      },
      {
        guard: { type: 'lastFailed', params: ({ event }) => event },
        actions: { type: 'end', params: { code: 'ANALYSIS_FAILED' } },
      },
      {
        guard: { type: 'last', params: ({ event }) => event },
        target: '#measurement.done',
        actions: { type: 'noteResult', params: ({ event }) => event },
      },
      {
        guard: { type: 'hasHeartRate', params: ({ event }) => event },
        actions: [
          { type: 'noteResult', params: ({ event }) => event },
          'stopTimeout',
          'startTimeout',
        ],
      },
      { actions: { type: 'noteResult', params: ({ event }) => event } },
    ],
  },
  initial: 'measuring',
  states: {
    measuring,
    // Filming has ended: the camera is turned off while the service computes.
    analysing: {
      tags: 'analysing',
      entry: ['releaseCamera', 'countDown'],
      // While the device or the page slept, no result could arrive.
      on: { TIMED_OUT: { guard: 'slept', actions: ['countDown', 'startTimeout'] } },
      initial: 'second',
      states: {
        second: {
          after: {
            SECOND: [
              {
                guard: 'slept',
                target: 'second',
                reenter: true,
                actions: ['countDown', 'stopTimeout', 'startTimeout'],
              },
              { target: 'second', reenter: true, actions: 'countDown' },
            ],
          },
        },
      },
    },
  },
});
