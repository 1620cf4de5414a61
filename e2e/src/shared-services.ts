// SPDX-License-Identifier: Apache-2.0
/**
 * Around one run of the tests in a browser: what takes long to start and may be shared is started once, in the runner's
 * own process, when the first test asks for it. A `globalSetup` of vitest; tests ask by `askShared`.
 */
import { z } from '@perfuse/contract/schema';
import { requestFromRunner, isServed, serveRun } from '@perfuse/testing/runner-service';
import { buildGallery, type GalleryServer } from './gallery-site.ts';
import { install, type Installation } from './installation.ts';

/** Names this run's services in the environment of the tests' processes. */
const ADDRESS = 'TEST_SHARED_SERVICES';

/** The tests come from one address, in a number that no person would. */
const NO_LIMITS = {
  PERFUSE_RATE_STRICT: '100000',
  PERFUSE_RATE_NORMAL: '100000',
  PERFUSE_RATE_RELAXED: '100000',
  PERFUSE_ATTEMPTS_ADDRESS: '100000',
} as const;

const settingsSchema = z.record(z.string(), z.string());

/** Each is started once for what it is asked for. */
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
    // What never started has told so to the test that asked for it.
    await Promise.allSettled(stopAll);
  }
}

/** @returns what ends the run. */
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
 * @param of what exactly, as the service understands it.
 * @returns the service's answer, for the caller to parse.
 */
export const askShared = (name: 'installation' | 'gallery', of = ''): Promise<unknown> =>
  requestFromRunner(ADDRESS, 'shared-services.ts', name, of);
