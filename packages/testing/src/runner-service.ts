// SPDX-License-Identifier: Apache-2.0
/**
 * A service in the test runner's process for resources that the tests of a run share. Its URL is in the environment of
 * the test processes, which inherit it from a `globalSetup` of vitest.
 */
import { createServer } from 'node:http';
import process from 'node:process';
import { z } from '@perfuse/contract/schema';
import { listen } from './local-server.ts';

/** @param of qualifies `name`. @returns a value that can be serialised as JSON. */
export type Answer = (name: string, of: string) => Promise<unknown>;

/** @param variable names the service in the environment. @returns a function that stops it. */
export async function serveRun(variable: string, answer: Answer): Promise<() => void> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    answer(pathname.slice(1), searchParams.get('of') ?? '').then(
      (value) => response.end(JSON.stringify({ value })),
      (error: unknown) => response.end(JSON.stringify({ error: String(error) })),
    );
  });
  const { port, close } = await listen(server);
  process.env[variable] = `http://127.0.0.1:${String(port)}`;
  return () => {
    Reflect.deleteProperty(process.env, variable);
    void close();
  };
}

/** Whether a service runs: several projects of one run may have the same set-up. */
export const isServed = (variable: string): boolean => process.env[variable] !== undefined;

const answerSchema = z.object({ value: z.optional(z.unknown()), error: z.optional(z.string()) });

/** @returns the service's answer, for the caller to parse. @throws Error when there is no service, or it failed. */
export async function requestFromRunner(
  variable: string,
  setup: string,
  name: string,
  of = '',
): Promise<unknown> {
  const service = process.env[variable];
  if (service === undefined) {
    throw new Error(`This project of vitest.config.ts lacks the globalSetup ${setup}.`);
  }
  const address = new URL(name, service);
  address.searchParams.set('of', of);
  const response = await fetch(address, { headers: { connection: 'close' } });
  const { value, error } = answerSchema.parse(await response.json());
  if (error !== undefined) throw new Error(error);
  return value;
}
