// SPDX-License-Identifier: Apache-2.0
/** The integrator's own web site: its callback page, its logo, its stylesheet. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { listen } from '@perfuse/testing/local-server';
import { CHECKOUT } from '@perfuse/testing/checkout';

const THEME = path.join(CHECKOUT, 'examples/theme/theme.css');
/** A picture of 240 x 60 pixels in one colour. */
const PICTURE = path.resolve(import.meta.dirname, 'clinic.png');

export interface ClinicSite {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

const FILES: Readonly<Record<string, readonly [type: string, read: () => Buffer]>> = {
  '/theme.css': ['text/css', () => readFileSync(THEME)],
  '/logo.png': ['image/png', () => readFileSync(PICTURE)],
  '/header.png': ['image/png', () => readFileSync(PICTURE)],
};

export async function clinicSite(): Promise<ClinicSite> {
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    const file = FILES[new URL(request.url ?? '/', 'http://clinic').pathname];
    response.setHeader('content-type', file?.[0] ?? 'text/html');
    response.end(
      file === undefined ? '<!doctype html><title>Clinic</title><h1>Clinic</h1>' : file[1](),
    );
  });
  const { port, close } = await listen(server);
  return { origin: `http://localhost:${String(port)}`, close };
}
