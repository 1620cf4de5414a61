// SPDX-License-Identifier: Apache-2.0
/**
 * Services of one run of the browser tests: those that are slow to start and can be shared are started once, in the
 * runner's own process, on the first request. A `globalSetup` of vitest; tests request them by `askShared`.
 */
import { z } from '@perfuse/contract/schema';
import { requestFromRunner, isServed, serveRun } from '@perfuse/testing/runner-service';
import { buildGallery, type GalleryServer } from './gallery-site.ts';
import { install, type Installation } from './installation.ts';

/** Environment variable of the tests' processes with the address of this run's services. */
const ADDRESS = 'TEST_SHARED_SERVICES';

/** The tests send far more requests from one address than a person would. */
const NO_LIMITS = {
  PERFUSE_RATE_STRICT: '100000',
  PERFUSE_RATE_NORMAL: '100000',
  PERFUSE_RATE_RELAXED: '100000',
  PERFUSE_ATTEMPTS_ADDRESS: '100000',
} as const;

const settingsSchema = z.record(z.string(), z.string());

/** Starts each service once per distinct request. */
class Services {
  readonly #installations = new Map<string, Promise<Installation>>();
  #gallery: Promise<GalleryServer> | null = null;

  async answer(name: string, question: string): Promise<unknown> {
    if (name === 'installation') return await this.#installation(question);
    if (name === 'gallery') return (await (this.#gallery ??= buildGallery())).url;
    throw new Error(`No ${name} is shared.`);
  }

  async #installation(settings: string): Promise<unknown> {
    const started =
      this.#installations.get(settings) ??
      install({ ...NO_LIMITS, ...settingsSchema.parse(JSON.parse(settings)) });
    this.#installations.set(settings, started);
    const { url, analysisUrl, directory, licenceKey } = await started;
    return { url, analysisUrl, directory, licenceKey };
  }

  async stop(): Promise<void> {
    const stopAll = [...this.#installations.values()].map(async (one) => (await one).remove());
    if (this.#gallery !== null) stopAll.push(this.#gallery.then(({ close }) => close()));
    // A failed start was reported to the test that requested it.
    await Promise.allSettled(stopAll);
  }
}

/** @returns a function that ends the run. */
export default async function share(): Promise<() => Promise<void>> {
  // Several projects of one run may name this set-up.
  if (isServed(ADDRESS)) return () => Promise.resolve();
  const services = new Services();
  const end = await serveRun(ADDRESS, (name, of) => services.answer(name, of));
  return async () => {
    end();
    await services.stop();
  };
}

/**
 * @param of argument, in the service's own format.
 * @returns the service's answer, for the caller to parse.
 */
export const askShared = (name: 'installation' | 'gallery', of = ''): Promise<unknown> =>
  requestFromRunner(ADDRESS, 'shared-services.ts', name, of);
