// SPDX-License-Identifier: Apache-2.0
/** Builds a page that uses packages/capture, and serves it with the product's content security policy. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { build } from 'vite';
import { captureAssetsPlugin } from '@perfuse/capture/vite';
import { listen } from '@perfuse/testing/local-server';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { sendFile as sendRecording } from '../video/conversion-server.ts';

/** The strictest policy of the product: no eval, nothing from other origins. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "style-src 'self'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

export interface PageServer {
  readonly url: string;
  /** Makes a local file readable for the page. @returns its URL. */
  share(file: string): string;
  close(): Promise<void>;
}

async function buildPage(root: string, outDir: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [captureAssetsPlugin()],
    build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 4096 },
  });
}

async function sendFile(folder: string, url: string, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, 'http://localhost');
  const file = path.join(folder, pathname === '/' ? 'index.html' : path.normalize(pathname));
  const found =
    file.startsWith(folder) &&
    (await stat(file).then(
      (it) => it.isFile(),
      () => false,
    ));
  response.statusCode = found ? 200 : 404;
  response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY);
  response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream');
  if (pathname.startsWith('/assets/')) {
    response.setHeader('cache-control', 'public, max-age=31536000, immutable');
  }
  if (found) createReadStream(file).pipe(response);
  else response.end();
}

/**
 * Serves a page on a free local port until it is closed.
 * @param indexFile its index.html.
 */
export async function servePage(indexFile: string): Promise<PageServer> {
  const { path: folder, remove } = temporaryDirectory('page');
  await buildPage(path.dirname(indexFile), folder);
  const shared: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = request.url ?? '/';
    const recording = shared[Number(/^\/recording\/(\d+)$/.exec(url)?.[1] ?? Number.NaN)];
    if (recording === undefined) await sendFile(folder, url, response);
    else await sendRecording(recording, request, response);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const listening = await listen(server);
  return {
    url: `http://localhost:${String(listening.port)}/`,
    share: (file) => `/recording/${String(shared.push(file) - 1)}`,
    async close() {
      await listening.close();
      remove();
    },
  };
}
