// SPDX-License-Identifier: Apache-2.0
import { MeasurementFault, phaseOf } from '@perfuse/flow';
import type { FailureCode } from '@perfuse/contract/failures/catalogue';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createServices } from '../../../services/services.ts';
import { EMBED, hasFinished } from '../../../launch/embedding.ts';
import { launchedConfiguration } from '../../../launch/launched.test-support.ts';
import { visitServicesOf } from '../../../services/visit-services.ts';
import { createMeasurement } from './measurement.ts';

const never = new Promise<never>(() => undefined);

/** Sets up a tracker that keeps loading and a service that never answers. */
function setUp(opening: Promise<void> = never) {
  vi.stubGlobal('fetch', () => never);
  const services = createServices();
  const measurement = createMeasurement(services, 'localhost/analysis');
  onTestFinished(() => {
    measurement.actor.stop();
    services.flush();
  });
  const open = vi.spyOn(measurement.camera, 'open').mockReturnValue(opening);
  vi.spyOn(measurement.capture, 'start').mockReturnValue(never);
  const giveUp = vi.spyOn(measurement.callback, 'giveUp').mockReturnValue();
  return { services, measurement, open, giveUp };
}

describe('returning to the integrator', () => {
  it('happens at once while the camera is off', () => {
    const { measurement, giveUp } = setUp();
    measurement.cancelToCallback();
    expect(giveUp).toHaveBeenCalledOnce();
  });

  it.each([
    ['starting', never],
    ['preparing', Promise.resolve()],
  ] as const)('happens in the phase %s too, and closes the camera', async (phase, opening) => {
    const { measurement, giveUp } = setUp(opening);
    measurement.actor.send({ type: 'OPEN_CAMERA' });
    await expect.poll(() => phaseOf(measurement.actor.getSnapshot())).toBe(phase);
    measurement.cancelToCallback();
    expect(giveUp).toHaveBeenCalledOnce();
    expect(phaseOf(measurement.actor.getSnapshot())).toBe('idle');
  });
});

describe('returning to the integrator after the camera was refused and its instructions were read', () => {
  /** A visit with a callback, back on the measurement screen with the camera off. */
  async function refused() {
    const { services, measurement } = setUp();
    vi.spyOn(measurement.callback, 'giveUp').mockRestore();
    const resultsCallbackUrl = 'https://clinic.example.org/done';
    visitServicesOf(services).visit.setState({ resultsCallbackUrl, sessionId: 's-1' });
    onTestFinished(() => hasFinished.setState(false, true));
    const finish = vi.spyOn(EMBED, 'finish').mockReturnValue(true);
    const open = vi.spyOn(measurement.camera, 'open');
    open.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    measurement.actor.send({ type: 'OPEN_CAMERA' });
    await vi.waitFor(() => expect(phaseOf(measurement.actor.getSnapshot())).toBe('failed'));
    measurement.actor.send({ type: 'LEAVE' });
    const error = () => new URL(finish.mock.lastCall?.[0] ?? '').searchParams.get('error');
    return { measurement, error };
  }

  it('names the camera as the reason', async () => {
    const { measurement, error } = await refused();
    measurement.cancelToCallback();
    expect(error()).toBe('CAMERA_PERMISSION_NOT_GRANTED');
  });

  it('is a cancellation again once the camera was allowed', async () => {
    const { measurement, error } = await refused();
    measurement.actor.send({ type: 'OPEN_CAMERA' });
    measurement.cancelToCallback();
    expect(error()).toBe('MEASUREMENT_CANCELED');
  });
});

describe('the embedding page of a visit with a callback', () => {
  async function heardOf(code: FailureCode) {
    onTestFinished(() => hasFinished.setState(false, true));
    const told = vi.spyOn(EMBED, 'tell').mockReturnValue();
    const finish = vi.spyOn(EMBED, 'finish').mockReturnValue(true);
    const { services, measurement } = setUp(Promise.resolve());
    vi.spyOn(measurement.capture, 'start').mockRejectedValue(new MeasurementFault(code, 'no'));
    const resultsCallbackUrl = 'https://clinic.example.org/done';
    visitServicesOf(services).visit.setState({ resultsCallbackUrl, sessionId: 's-1' });
    measurement.actor.send({ type: 'OPEN_CAMERA' });
    await expect.poll(() => phaseOf(measurement.actor.getSnapshot())).toBe('failed');
    return { news: told.mock.calls.map(([{ type }]) => type), finish };
  }

  it('is notified once of an end that goes to the callback', async () => {
    const { news, finish } = await heardOf('WORKER_ERROR');
    expect(finish).toHaveBeenCalledOnce();
    expect(news).toEqual([]);
  });

  it('is notified at once of an end that waits for a button', async () => {
    const { news, finish } = await heardOf('CAMERA_DENIED');
    expect(news).toEqual(['measurement-failed']);
    expect(finish).not.toHaveBeenCalled();
  });
});

describe('the rear camera, where the configuration says so', () => {
  it.each([
    ['a phone', 768, 'environment'],
    ['a desktop, which keeps the front one', 769, 'user'],
  ])('is requested first on %s', async (_, width, facing) => {
    vi.stubGlobal('innerWidth', width);
    const { services, measurement, open } = setUp();
    const launched = launchedConfiguration({}, { defaultMobileCamera: 'rear' });
    visitServicesOf(services).visit.setState({ launched });
    measurement.actor.send({ type: 'OPEN_CAMERA' });
    await expect.poll(() => open).toHaveBeenCalledOnce();
    expect(open.mock.lastCall?.[0]).toMatchObject({ facing });
  });

  it('stays selected after the user switched to it, whatever the window width', async () => {
    vi.stubGlobal('innerWidth', 390);
    const { measurement, open } = setUp();
    measurement.flipCamera();
    vi.stubGlobal('innerWidth', 844);
    measurement.actor.send({ type: 'OPEN_CAMERA' });
    await expect.poll(() => open).toHaveBeenCalledOnce();
    expect(open.mock.lastCall?.[0]).toMatchObject({ facing: 'environment' });
  });
});

describe('the screen', () => {
  it('stays awake from when the camera opens until it is off again', async () => {
    const release = vi.fn(() => Promise.resolve());
    const request = vi.fn(() => Promise.resolve({ release }));
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }));
    const { measurement } = setUp();
    expect(request).not.toHaveBeenCalled();
    measurement.actor.send({ type: 'OPEN_CAMERA' });
    await expect.poll(() => request).toHaveBeenCalledOnce();
    measurement.actor.send({ type: 'CANCEL' });
    await expect.poll(() => release).toHaveBeenCalledOnce();
  });
});
