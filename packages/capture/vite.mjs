// SPDX-License-Identifier: Apache-2.0
/** Vite plugins for bundling this package; see src/index.ts. JavaScript, because Vite configurations import it. */
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const folderOf = (name) => path.dirname(require.resolve(name));

/**
 * Wraps the visage worker into a function: it is a classic script, whose names would otherwise collide with those of
 * the vendor's script that it loads.
 */
function ownScope() {
  return {
    name: 'perfuse-worker-scope',
    renderChunk: (code, { facadeModuleId }) =>
      facadeModuleId?.endsWith('visage-worker.ts') === true
        ? { code: `(() => {\n${code}\n})();`, map: null }
        : null,
  };
}

/** See vite.d.mts. */
export function captureAssetsPlugin() {
  return {
    name: 'perfuse-capture-assets',
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^perfuse-models\//,
            replacement: `${path.resolve(folderOf('@vladmandic/human'), '../models')}/`,
          },
        ],
      },
      build: { assetsInlineLimit: (file) => (file.endsWith('.wasm') ? false : undefined) },
      worker: { format: 'es', plugins: () => [ownScope()] },
      optimizeDeps: { exclude: ['@vladmandic/human'] },
    }),
  };
}
