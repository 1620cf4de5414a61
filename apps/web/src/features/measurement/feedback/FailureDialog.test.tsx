// SPDX-License-Identifier: Apache-2.0
import type { FailureCode } from '@perfuse/contract/failures/catalogue';
import { MeasurementFault } from '@perfuse/flow';
import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { visitServicesOf } from '../../../services/visit-services.ts';
import { createServices } from '../../../services/services.ts';
import { renderScreen } from '../../../testing/render-screen.test-support.tsx';
import { createMeasurement } from '../model/measurement.ts';
import { MeasurementContext } from '../model/use-measurement.ts';
import { DeliveryDialog } from './DeliveryDialog.tsx';
import { FailureDialog } from './FailureDialog.tsx';

const never = new Promise<never>(() => undefined);

/** A measurement that ended in this way as soon as its camera was open. */
async function endedBy(code: FailureCode, resultsCallbackUrl: string | null = null) {
  vi.stubGlobal('fetch', () => never);
  const services = createServices();
  visitServicesOf(services).visit.setState({ resultsCallbackUrl, sessionId: 's-1' });
  const measurement = createMeasurement(services, 'localhost/analysis');
  onTestFinished(() => {
    measurement.actor.stop();
    services.flush();
    vi.unstubAllGlobals();
  });
  vi.spyOn(measurement.camera, 'open').mockResolvedValue();
  vi.spyOn(measurement.capture, 'start').mockRejectedValue(new MeasurementFault(code, ''));
  measurement.actor.send({ type: 'OPEN_CAMERA' });
  const rendered = await renderScreen(
    <MeasurementContext value={measurement}>
      <FailureDialog />
      <DeliveryDialog />
    </MeasurementContext>,
    ({ session }) => session.getState().completeConsent(),
  );
  return { ...rendered, measurement };
}

test('while the visit ends, one message without a button covers the screen', async () => {
  const { measurement } = await endedBy('CREATE_CHUNK_FAIL', 'https://clinic.example.org/done');
  act(() => measurement.callback.delivery.setState('leaving', true));
  expect(screen.getByRole('alertdialog', { name: 'Please wait' })).toBeTruthy();
  expect(document.querySelectorAll('dialog')).toHaveLength(1);
  expect(document.querySelectorAll('dialog button')).toHaveLength(0);
});
