// SPDX-License-Identifier: Apache-2.0
import { onTestFinished, vi } from 'vitest';
import { createServices, type Services } from '../../../services/services.ts';
import { createMeasurement, type Measurement } from './measurement.ts';

/** A measurement whose service never answers, until the test ends. @param prepare called with the services before. */
export function unansweredMeasurement(
  prepare: (services: Services) => void = () => undefined,
): Measurement {
  vi.stubGlobal('fetch', () => new Promise<never>(() => undefined));
  const services = createServices();
  prepare(services);
  const measurement = createMeasurement(services, 'localhost/analysis');
  onTestFinished(() => {
    measurement.actor.stop();
    services.flush();
    vi.unstubAllGlobals();
  });
  return measurement;
}
