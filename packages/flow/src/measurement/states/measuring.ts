// SPDX-License-Identifier: Apache-2.0
import { measurementSetup } from '../setup.ts';

/** The first event after the device slept does not describe what happened: the sleep is the reason. */
const unlessSlept = {
  guard: 'slept',
  actions: { type: 'end', params: { code: 'DEVICE_SLEPT' } },
} as const;

/** Filming: chunks are sent, the seconds count down, the face stays in the picture. */
export const measuring = measurementSetup.createStateConfig({
  tags: 'measuring',
  entry: ['setClock', 'record'],
  exit: ['stopRecording', 'unlockCamera'],
  type: 'parallel',
  on: {
    TAB_HIDDEN: { actions: { type: 'end', params: { code: 'TAB_HIDDEN' } } },
    CAMERA_LOST: [unlessSlept, { actions: { type: 'end', params: ({ event }) => event } }],
    CAPTURE_FAILED: [unlessSlept, { actions: { type: 'end', params: ({ event }) => event } }],
    TIMED_OUT: unlessSlept,
    CHUNK_READY: {
      actions: [
        { type: 'countFrames', params: ({ event }) => event },
        { type: 'deliver', params: ({ event }) => event },
      ],
    },
    RECORDED: [unlessSlept, { target: 'analysing' }],
  },
  states: {
    countdown: {
      initial: 'second',
      states: {
        second: {
          after: {
            SECOND: [unlessSlept, { target: 'second', reenter: true, actions: 'countDown' }],
          },
        },
      },
    },
    face: {
      initial: 'there',
      states: {
        there: { always: { guard: 'faceGone', target: 'gone' } },
        gone: {
          always: { guard: 'faceThere', target: 'there' },
          after: {
            FACE_LOST: { actions: { type: 'end', params: { code: 'FACE_LOST' } } },
          },
        },
      },
    },
  },
});
