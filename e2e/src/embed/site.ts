// SPDX-License-Identifier: Apache-2.0
/** A third-party web site that shows the app: Vite builds its pages with the package as npm would publish it. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { freePort } from '@perfuse/testing/local-server';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { build, preview } from 'vite';

const run = promisify(execFile);

export interface Site {
  /** On another site than the product. */
  readonly origin: string;
  /** Address of a page with this body, served with these headers. */
  readonly show: (body: string, headers?: Readonly<Record<string, string>>) => string;
  readonly remove: () => Promise<void>;
}

/** Records the events of the page's elements; loads the package by import. */
const RECORD = `
import '@perfuse/embed';
window.told = [];
for (const element of document.querySelectorAll('perfuse-measurement')) {
  for (const type of ['ready', 'started', 'progress', 'result', 'error']) {
    element.addEventListener(type, ({ detail }) => window.told.push({ type, detail, id: element.id }));
  }
}
`;

const REACT = `
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { PerfuseMeasurement } from '@perfuse/embed/react';
window.told = [];
const given = JSON.parse(document.querySelector('#given').textContent);
const keep = (type) => (detail) => window.told.push({ type, detail });
function Page() {
  const [lang, setLang] = useState(given.lang);
  const [isShown, setShown] = useState(true);
  return createElement('main', null,
    createElement('button', { onClick: () => setLang('de') }, 'Deutsch'),
    createElement('button', { onClick: () => setShown(false) }, 'Close'),
    isShown && createElement(PerfuseMeasurement,
      { ...given, lang, className: 'vitals', onReady: keep('ready'), onError: keep('error') },
      'There is no app here.'));
}
createRoot(document.querySelector('#root')).render(createElement(Page));
`;

/** Scripts of the site by name, built once from the tarball. */
async function scripts(): Promise<{ readonly folder: string; readonly remove: () => void }> {
  const project = temporaryDirectory('embedding-site');
  const at = (...names: readonly string[]): string => path.join(project.path, ...names);
  await writeFile(at('package.json'), '{ "name": "clinic", "private": true, "type": "module" }');
  const pack = path.join(CHECKOUT, 'scripts/pack.mjs');
  await run(process.execPath, [pack, '--to', project.path, '--only', 'embed']);
  const install = 'npm install ./perfuse-embed-*.tgz --ignore-scripts --no-audit --no-fund';
  await run('sh', ['-c', `${install} --prefer-offline --omit=peer`], { cwd: project.path });
  for (const name of ['react', 'react-dom', 'scheduler']) {
    await symlink(path.join(CHECKOUT, 'node_modules', name), at('node_modules', name));
  }
  await mkdir(at('src'));
  await writeFile(at('src/record.js'), RECORD);
  await writeFile(at('src/react.js'), REACT);
  await build({
    root: project.path,
    configFile: false,
    logLevel: 'error',
    // Resolves linked packages of the checkout at the link, not at its target.
    resolve: { preserveSymlinks: true },
    build: {
      rolldownOptions: {
        input: { record: at('src/record.js'), react: at('src/react.js') },
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  return { folder: project.path, remove: project.remove };
}

export async function embeddingSite(): Promise<Site> {
  const { folder, remove } = await scripts();
  const pages = new Map<string, { body: string; headers: Readonly<Record<string, string>> }>();
  const port = await freePort();
  const server = await preview({
    root: folder,
    configFile: false,
    logLevel: 'error',
    preview: { port, host: '127.0.0.1', strictPort: true },
    plugins: [
      {
        name: 'pages',
        configurePreviewServer: ({ middlewares }) => {
          middlewares.use((request, response, next) => {
            const page = pages.get(request.url ?? '');
            if (page === undefined) {
              next();
              return;
            }
            response.writeHead(200, {
              'content-type': 'text/html; charset=utf-8',
              ...page.headers,
            });
            response.end(page.body);
          });
        },
      },
    ],
  });
  const origin = `http://127.0.0.1:${String(port)}`;
  return {
    origin,
    show: (body, headers = {}) => {
      const address = `/page-${String(pages.size)}`;
      pages.set(address, { body, headers });
      return `${origin}${address}`;
    },
    remove: async () => {
      await server.close();
      remove();
    },
  };
}

/** The guide's first example, and its script that listens for the result. */
export async function guidePage(): Promise<{ readonly page: string; readonly listener: string }> {
  const guide = await readFile(path.join(CHECKOUT, 'docs/guides/embed.md'), 'utf8');
  const [page = '', listener = ''] = [...guide.matchAll(/```html\n([\s\S]*?)```/g)].map(
    ([, block]) => block ?? '',
  );
  return { page, listener };
}
