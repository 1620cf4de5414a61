// SPDX-License-Identifier: Apache-2.0
/** The product and the integrator's example beside it, set up by the example's own code. */
import { once } from 'node:events';
import path from 'node:path';
import { readAssets } from '@perfuse/example-integrator/assets';
import { commandLine } from '@perfuse/example-integrator/operator';
import { createExample } from '@perfuse/example-integrator/server';
import type { Settings } from '@perfuse/example-integrator/settings';
import { setUp } from '@perfuse/example-integrator/setup';
import type { LaunchProfile } from '@perfuse/integrator';
import { freePort } from '@perfuse/testing/local-server';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { RECORDINGS } from '../guest.ts';
import { install, type Installation } from '../installation.ts';

export interface Kit {
  readonly installation: Installation;
  /** Origin of the product. */
  readonly perfuse: string;
  /** Origin of the example. */
  readonly example: string;
  readonly settings: Settings;
  readonly remove: () => Promise<void>;
}

export async function startKit(profile: Partial<LaunchProfile> = {}): Promise<Kit> {
  const data = temporaryDirectory('integrator-data');
  const dataDir = data.path;
  const installation = await install({
    PERFUSE_DATA_DIR: dataDir,
    PERFUSE_PRIVATE_TARGETS: 'loopback',
    ...RECORDINGS,
  });
  const port = await freePort();
  const ownOrigin = `http://localhost:${String(port)}`;
  const settings = await setUp({
    perfuse: commandLine({ root: CHECKOUT, dataDir, onCommand: () => undefined }),
    file: path.join(dataDir, 'example.json'),
    dataDir,
    ownOrigin,
  });
  const perfuse = new URL(installation.url).origin;
  const server = createExample({
    settings,
    perfuseOrigin: perfuse,
    assets: await readAssets(path.join(CHECKOUT, 'examples/integrator/assets')),
    profile,
    log: () => undefined,
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return {
    installation,
    perfuse,
    example: ownOrigin,
    settings,
    remove: async () => {
      server.closeAllConnections();
      server.close();
      await installation.remove();
      data.remove();
    },
  };
}
