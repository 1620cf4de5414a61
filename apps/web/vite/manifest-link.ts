// SPDX-License-Identifier: Apache-2.0
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const FILE_NAME = 'manifest.json';

/** Only the consumer edition can be installed as an app: others get neither the manifest nor a link to it. */
export function manifestLink(edition: string): Plugin {
  const isInstallable = edition === 'consumer';
  let directory = '';
  let base = '/';
  return {
    name: 'perfuse:manifest-link',
    configResolved(config) {
      directory = path.resolve(config.root, config.build.outDir);
      base = config.base;
    },
    transformIndexHtml: () =>
      isInstallable
        ? [
            { tag: 'link', attrs: { rel: 'manifest', href: base + FILE_NAME }, injectTo: 'head' },
            {
              tag: 'link',
              attrs: { rel: 'apple-touch-icon', href: `${base}icons/icon-192.png` },
              injectTo: 'head',
            },
          ]
        : [],
    closeBundle: {
      sequential: true,
      order: 'pre',
      async handler() {
        if (!isInstallable) await rm(path.join(directory, FILE_NAME), { force: true });
      },
    },
  };
}
