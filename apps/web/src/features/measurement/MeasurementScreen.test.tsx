// SPDX-License-Identifier: Apache-2.0
import { MeasurementFault, phaseOf } from '@perfuse/flow';
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen, untilShown } from '../../testing/render-screen.test-support.tsx';
import { unansweredMeasurement } from './model/measurement.test-support.ts';
import { MeasurementContext } from './model/use-measurement.ts';
import { MeasurementView } from './MeasurementScreen.tsx';

/** jsdom has no ResizeObserver, and nothing here has a size. */
class NoSizes implements ResizeObserver {
  disconnect = (): void => undefined;
  observe = (): void => undefined;
  unobserve = (): void => undefined;
}

test('the hand-off to the phone is offered again after cancelling', async () => {
  vi.stubGlobal('ResizeObserver', NoSizes);
  const measurement = unansweredMeasurement();
  vi.spyOn(measurement.camera, 'open').mockResolvedValue();
  vi.spyOn(measurement.capture, 'start').mockRejectedValue(new MeasurementFault('CANCELED', ''));
  await renderScreen(
    <MeasurementContext value={measurement}>
      <MeasurementView />
    </MeasurementContext>,
  );
  const phone = () => screen.queryByRole('button', { name: 'Continue on your phone' });
  await untilShown(() => phone() !== null);
  await act(async () => {
    measurement.actor.send({ type: 'OPEN_CAMERA' });
    await expect.poll(() => phaseOf(measurement.actor.getSnapshot())).toBe('cancelled');
  });
  expect(phone()).toBeTruthy();
});
