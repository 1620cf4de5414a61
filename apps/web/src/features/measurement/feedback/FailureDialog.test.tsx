// SPDX-License-Identifier: Apache-2.0
import type { FailureCode } from '@perfuse/contract/failures/catalogue';
import { MeasurementFault, phaseOf } from '@perfuse/flow';
import { act, fireEvent, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { hasFinished } from '../../../launch/embedding.ts';
import { visitServicesOf } from '../../../services/visit-services.ts';
import { renderScreen, untilShown } from '../../../testing/render-screen.test-support.tsx';
import { unansweredMeasurement } from '../model/measurement.test-support.ts';
import { MeasurementContext } from '../model/use-measurement.ts';
import { DeliveryDialog } from './DeliveryDialog.tsx';
import { FailureDialog } from './FailureDialog.tsx';

/** A measurement that failed with this code as soon as its camera was open. */
async function endedBy(code: FailureCode, resultsCallbackUrl: string | null = null) {
  const measurement = unansweredMeasurement((services) =>
    visitServicesOf(services).visit.setState({ resultsCallbackUrl, sessionId: 's-1' }),
  );
  vi.spyOn(measurement.camera, 'open').mockResolvedValue();
  vi.spyOn(measurement.capture, 'start').mockRejectedValue(new MeasurementFault(code, ''));
  measurement.actor.send({ type: 'OPEN_CAMERA' });
  const rendered = await renderScreen(
    <MeasurementContext value={measurement}>
      <Suspense fallback={<h1>Loading</h1>}>
        <FailureDialog />
        <DeliveryDialog />
      </Suspense>
    </MeasurementContext>,
    ({ session }) => session.getState().completeConsent(),
  );
  return { ...rendered, measurement };
}

test('a measurement refused for lack of a consent leads to the consent screen', async () => {
  const { services, place } = await endedBy('CONSENT_MISSING');
  expect(screen.getByRole('alertdialog', { name: 'Your consent is missing' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Measure again' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(place()).toBe('/consent');
  expect(services.session.getState().consentCompleted).toBe(false);
});

test('a measurement refused for another reason names whom to ask and offers no retry', async () => {
  const { measurement } = await endedBy('NOT_ACCEPTED');
  expect(screen.getByRole('alertdialog').textContent).toMatch(/not accepted.*organisation/s);
  expect(screen.queryByRole('button', { name: 'Measure again' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(phaseOf(measurement.actor.getSnapshot())).toBe('idle');
});

test('while the visit ends, one message without a button covers the screen', async () => {
  const { measurement } = await endedBy('CREATE_CHUNK_FAIL', 'https://clinic.example.org/done');
  act(() => measurement.callback.delivery.setState('leaving', true));
  expect(screen.getByRole('alertdialog', { name: 'Please wait' })).toBeTruthy();
  expect(document.querySelectorAll('dialog')).toHaveLength(1);
  expect(document.querySelectorAll('dialog button')).toHaveLength(0);
  // In a frame, another message replaces it.
  act(() => hasFinished.setState(true, true));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  act(() => hasFinished.setState(false, true));
});

test('continuing on a phone covers the message, although its texts are loaded first', async () => {
  await endedBy('CAMERA_DENIED');
  fireEvent.click(screen.getByRole('button', { name: 'Continue on your phone' }));
  // What is below another dialog is not found by its role.
  const title = { name: 'Continue on your phone' };
  await untilShown(() => screen.queryByRole('dialog', title) !== null);
});
