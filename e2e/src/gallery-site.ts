// SPDX-License-Identifier: Apache-2.0
/** The gallery of the app's states as a separate site: a development build, the only kind that includes it. */
import path from 'node:path';
import process from 'node:process';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { build, preview } from 'vite';
import { CHECKOUT } from '@perfuse/testing/checkout';

export interface GalleryServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** To be called once per test run, because it takes seconds (shared-gallery.ts). */
export async function buildGallery(): Promise<GalleryServer> {
  const output = temporaryDirectory('gallery');
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'development';
  const config = {
    root: path.join(CHECKOUT, 'apps/web'),
    configFile: path.join(CHECKOUT, 'apps/web/vite.config.ts'),
    mode: 'development',
    logLevel: 'error' as const,
    build: { outDir: output.path, emptyOutDir: true, minify: false as const },
  };
  await build(config);
  process.env['NODE_ENV'] = before;
  const server = await preview({ ...config, preview: { port: 0, host: '127.0.0.1' } });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('The gallery has no address.');
  return {
    url,
    close: async () => {
      await server.close();
      output.remove();
    },
  };
}
