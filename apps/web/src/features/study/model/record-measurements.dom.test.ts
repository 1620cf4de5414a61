// SPDX-License-Identifier: Apache-2.0
import { RUNNING_PHASES, type Phase } from '@perfuse/flow';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createServices } from '../../../services/services.ts';
import { recordMeasurements } from './record-measurements.ts';
import { HEAD } from './session.test-support.ts';
import { studyOf } from './study.ts';

/** A session that is filmed: its phases are those of the test. */
function recording() {
  const { filming, sensor, store } = studyOf(createServices());
  const { actor } = filming;
  onTestFinished(() => {
    actor.stop();
  });
  store.setState({ sessions: [{ head: HEAD, measurements: new Map() }], open: HEAD.id });
  const before = actor.getSnapshot();
  const snapshot = (phase: Phase) => ({ ...before, hasTag: (tag: Phase) => tag === phase });
  const observe = vi.spyOn(actor, 'subscribe');
  const write = vi.fn(() => Promise.resolve());
  recordMeasurements({ filming, sensor, store, clock: () => 1_800_000_000_000, write });
  const [listener] = observe.mock.calls.at(-1) ?? [];
  const enter = (phase: Phase): void => {
    if (typeof listener === 'function') listener(snapshot(phase));
  };
  return { enter, write };
}

test.each(RUNNING_PHASES)(
  'a measurement whose screen is left while it is in the phase %s gets no later end',
  (phase) => {
    const { enter, write } = recording();
    enter('measuring');
    enter(phase);
    expect(write).toHaveBeenCalledOnce();
    enter('idle');
    enter('starting');
    // The camera does not open for the next one.
    enter('failed');
    expect(write).toHaveBeenCalledOnce();
  },
);
