// SPDX-License-Identifier: Apache-2.0
import { NOT_READY, type Phase } from '@perfuse/flow';
import { GOOD_FACE } from '@perfuse/flow/testing/good-face';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.test-support.tsx';
import { unansweredMeasurement } from '../model/measurement.test-support.ts';
import { MeasurementContext } from '../model/use-measurement.ts';
import { Announcements } from './Announcements.tsx';

// A camera's picture is not mirrored: a face on its right is the face of a person who sits too far to the left.
test.each([
  ['to the right', { centreX: 0.85 }, 'Move a little to your right.'],
  ['to the left', { centreX: 0.15 }, 'Move a little to your left.'],
  ['to the left and up', { centreX: 0.2, centreY: 0.1 }, 'Move a little to your left.'],
  ['up', { centreY: 0.1 }, 'Move down a little, or tilt the camera up.'],
  ['down', { centreY: 0.65 }, 'Move up a little, or tilt the camera down.'],
])(
  'a person who does not see the picture is told which way to move: face too far %s',
  async (_, place, words) => {
    const measurement = unansweredMeasurement();
    const snapshot = measurement.actor.getSnapshot();
    const readiness = {
      ...NOT_READY,
      reason: 'off-centre',
      last: { ...GOOD_FACE, ...place },
    } as const;
    vi.spyOn(measurement.actor, 'getSnapshot').mockReturnValue({
      ...snapshot,
      context: { ...snapshot.context, readiness },
      hasTag: (tag: Phase) => tag === 'preparing',
    });
    await renderScreen(
      <MeasurementContext value={measurement}>
        <h1>Measurement</h1>
        <Announcements />
      </MeasurementContext>,
    );
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(words);
  },
);
