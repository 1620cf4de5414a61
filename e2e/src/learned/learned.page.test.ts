// SPDX-License-Identifier: Apache-2.0
/** A learned estimator of the pulse runs in a page under the app's content security policy as it does in Node. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { readTiny } from './reading.ts';

const RUNTIME = path.dirname(
  createRequire(createRequire(import.meta.url).resolve('@perfuse/vitals/learned')).resolve(
    'onnxruntime-web/ort-wasm-simd-threaded.wasm',
  ),
);
const PAGE = '<!doctype html><script type="module" src="/reading.js"></script>';
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const TYPES: Readonly<Record<string, string>> = {
  '.wasm': 'application/wasm',
  '.mjs': 'text/javascript',
};

/** The reading as a page loads it, with the runtime's WebAssembly left to be fetched. */
async function script(): Promise<string> {
  const bundle = await rolldown({
    input: path.join(import.meta.dirname, 'reading.ts'),
    platform: 'browser',
    resolve: {
      conditionNames: ['onnxruntime-web-use-extern-wasm', 'import', 'browser', 'default'],
    },
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

test('a tiny network reads the same pulse in a browser as in Node', async () => {
  const code = await script();
  const browser = await sharedBrowser();
  try {
    const page = await (await browser.newContext()).newPage();
    const refused: string[] = [];
    page.on('console', (said) => said.type() === 'error' && refused.push(said.text()));
    await page.route('http://localhost/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      const headers = { 'content-security-policy': POLICY };
      if (pathname === '/') {
        return route.fulfill({ headers, contentType: 'text/html', body: PAGE });
      }
      if (pathname === '/reading.js') {
        return route.fulfill({ headers, contentType: 'text/javascript', body: code });
      }
      return route.fulfill({
        headers,
        contentType: TYPES[path.extname(pathname)] ?? 'text/plain',
        body: await readFile(path.join(RUNTIME, path.basename(pathname))),
      });
    });
    await page.goto('http://localhost/');
    await page.waitForFunction(() => 'readTiny' in globalThis);
    const [inBrowser] = await page.evaluate(async () => {
      const read = Reflect.get(globalThis, 'readTiny') as (
        folder: string,
      ) => ReturnType<typeof readTiny>;
      const traces = await read('/runtime/');
      return traces.map(({ id, wave }) => ({ id, wave: Array.from(wave) }));
    });
    expect(refused).toEqual([]);
    const [inNode] = await readTiny();
    expect(inBrowser?.id).toBe('tiny');
    expect(inBrowser?.wave.length).toBeGreaterThan(800);
    expect(inBrowser?.wave).toEqual(Array.from(inNode?.wave ?? []));
  } finally {
    await closeContexts();
  }
});
