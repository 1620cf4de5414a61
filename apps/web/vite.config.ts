// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { captureAssetsPlugin } from '@perfuse/capture/vite';
import { CHUNKS, shortName } from './vite/chunks.ts';
import { embedScript } from './vite/embed-script.ts';
import { firstScreenTexts } from './vite/first-screen-texts.ts';
import { firstViewLinks } from './vite/first-view-links.ts';
import { manifestLink } from './vite/manifest-link.ts';
import { noCircles } from './vite/no-circles.ts';
import { precompression } from './vite/precompression.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { withoutRouteTexts } from './vite/without-route-texts.ts';

const EDITIONS = {
  consumer: { base: '/', outDir: 'dist/consumer' },
  enterprise: { base: '/org/', outDir: 'dist/enterprise' },
} as const;

function editionFrom(text: string): keyof typeof EDITIONS {
  if (text === 'consumer' || text === 'enterprise') return text;
  throw new Error(`PERFUSE_EDITION must be consumer or enterprise, not '${text}'.`);
}

function quirksFrom(text: string): 'corrected' | 'literal' {
  if (text === '') return 'corrected';
  if (text === 'literal') return text;
  throw new Error(`PERFUSE_QUIRKS must be literal or unset, not '${text}'.`);
}

function regionFrom(text: string): 'cn' | undefined {
  if (text === '') return undefined;
  if (text === 'cn') return text;
  throw new Error(`PERFUSE_REGION must be cn or unset, not '${text}'.`);
}

const { version } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8'),
) as { version: string }; // our own package.json, which always has a version

/** The package's `browser` export names a file that it does not ship; this is the file that it ships. */
function dfxBrowserBuild(): string {
  const entry = createRequire(import.meta.url).resolve('@nuralogix.ai/dfx-api-client');
  return path.join(path.dirname(entry), 'browser', 'index.mjs');
}

// Read when the configuration is evaluated, not when this module is: one process may build both editions.
export default defineConfig(({ command, mode }) => {
  const edition = editionFrom(process.env['PERFUSE_EDITION'] ?? 'consumer');
  const quirks = quirksFrom(process.env['PERFUSE_QUIRKS'] ?? '');
  const region = regionFrom(process.env['PERFUSE_REGION'] ?? '');
  const { base, outDir } = EDITIONS[edition];
  const backend = process.env['PERFUSE_BACKEND'] ?? 'http://localhost:4300';
  return {
    root: import.meta.dirname,
    base,
    define: {
      __PERFUSE_EDITION__: JSON.stringify(edition),
      __PERFUSE_QUIRKS__: JSON.stringify(quirks),
      __PERFUSE_REGION__: region === undefined ? 'undefined' : JSON.stringify(region),
      __PERFUSE_VERSION__: JSON.stringify(version),
      // react-aria checks at start-up whether the browser's language is a well-formed tag. The original function loads
      // the date formats of all languages (12 to 50 ms on a computer); this one throws for the same tags (ECMA-402,
      // 9.2.1) in 0.3 ms.
      ...(command === 'build'
        ? { 'Intl.DateTimeFormat.supportedLocalesOf': 'Intl.getCanonicalLocales' }
        : {}),
    },
    plugins: [
      react(),
      captureAssetsPlugin(),
      firstScreenTexts(edition),
      firstViewLinks(),
      manifestLink(edition),
      embedScript(edition),
      serviceWorker(edition),
      withoutRouteTexts(),
      noCircles(),
      // Development builds are not served to anyone.
      ...(mode === 'development' ? [] : [precompression()]),
    ],
    resolve: { alias: { '@nuralogix.ai/dfx-api-client': dfxBrowserBuild() } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // No data: addresses: the content security policy admits only files of this origin.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // The first view names all chunks, and hashes do not compress: so they are short.
          chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash:7].js`,
          assetFileNames: ({ names: [name = 'file'] }) =>
            `assets/${shortName(path.parse(name).name)}-[hash][extname]`,
          codeSplitting: CHUNKS,
        },
      },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2500,
    },
    server: {
      proxy: {
        '/api': backend,
        '/analysis': { target: backend, ws: true },
      },
    },
  };
});
