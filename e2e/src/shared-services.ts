// SPDX-License-Identifier: Apache-2.0
/**
 * Around one run of the tests in a browser: what takes long to start and may be shared is started once, in the runner's
 * own process, when the first test asks for it. A `globalSetup` of vitest; tests ask by `askShared`.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { z } from '@perfuse/contract/schema';
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

  async answer(path: string, question: string): Promise<unknown> {
    if (path === '/installation') return await this.#installation(question);
    if (path === '/gallery') return (await (this.#gallery ??= buildGallery())).url;
    throw new Error(`Nothing is shared at ${path}.`);
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
  if (process.env[ADDRESS] !== undefined) return () => Promise.resolve();
  const services = new Services();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    services.answer(pathname, searchParams.get('of') ?? '{}').then(
      (answer) => response.end(JSON.stringify({ answer })),
      (error: unknown) => response.end(JSON.stringify({ error: String(error) })),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Servers that listen on TCP have such addresses.
  const { port } = server.address() as AddressInfo;
  process.env[ADDRESS] = `http://127.0.0.1:${String(port)}`;
  return async () => {
    Reflect.deleteProperty(process.env, ADDRESS);
    server.closeAllConnections();
    server.close();
    await services.stop();
  };
}

const answerSchema = z.object({ answer: z.optional(z.unknown()), error: z.optional(z.string()) });

/**
 * @param of what exactly, as the service understands it.
 * @returns the service's answer, for the caller to parse.
 */
export async function askShared(path: string, of = '{}'): Promise<unknown> {
  const services = process.env[ADDRESS];
  if (services === undefined) {
    throw new Error('This project of vitest.config.ts lacks the globalSetup shared-services.ts.');
  }
  const address = new URL(path, services);
  address.searchParams.set('of', of);
  const { answer, error } = answerSchema.parse(await (await fetch(address)).json());
  if (error !== undefined) throw new Error(error);
  return answer;
}
