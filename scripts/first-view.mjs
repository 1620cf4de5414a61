// SPDX-License-Identifier: Apache-2.0
/**
 * The performance budget: script that a newcomer's browser fetches before the app draws the first screen, compressed as
 * it is sent. Counts the page's own script and those that it loads once the first screen's words are painted, with
 * everything that they import, and the English texts. Prints the figures; fails when an edition is over the limit.
 */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

export const LIMIT_BYTES = 150_000;
/** The start's own chunk, with the first screen in it, as apps/web/vite/chunks.ts puts it together. */
const START = /^start-/;
/** The English texts of the start. */
const TEXTS = /^texts-en-/;

const root = path.resolve(import.meta.dirname, '..');
const IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g;

/** Every chunk that `names` lead to by static imports, themselves included. */
function closure(assets, names) {
  const seen = new Set();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const code = fs.readFileSync(path.join(assets, name), 'utf8');
    for (const [, imported] of code.matchAll(IMPORT)) open.push(imported);
  }
  return seen;
}

/** Bytes on the wire: the brotli twin, or the file itself where that is not worth making. */
function sentBytes(file) {
  const twin = `${file}.br`;
  return fs.statSync(fs.existsSync(twin) ? twin : file).size;
}

/** What the page's script loads next: apps/web/vite/first-view-links.ts. */
const LISTED = /<link rel="modulepreload" href="[^"]*\/([\w.-]+\.js)"/g;

/** @returns {{ bytes: number, files: { name: string, bytes: number }[] }} */
export function firstView(edition) {
  const folder = path.join(root, 'apps/web/dist', edition);
  const assets = path.join(folder, 'assets');
  const page = fs.readFileSync(path.join(folder, 'index.html'), 'utf8');
  const entry = /<script type="module"[^>]*src="[^"]*\/([\w.-]+\.js)"/.exec(page)?.[1];
  if (entry === undefined) throw new Error(`The page of the ${edition} edition has no script.`);
  const names = fs.readdirSync(assets).filter((name) => name.endsWith('.js'));
  const texts = names.find((name) => TEXTS.test(name));
  if (texts === undefined) throw new Error('The build has no chunk of first English texts.');
  const listed = [...page.matchAll(LISTED)].map(([, name]) => name);
  const chunks = closure(assets, [entry, ...listed, texts]);
  // A first screen outside of it would be fetched after it, and not counted.
  if (
    ![...chunks].some((name) => START.test(name)) ||
    names.some((name) => /^Preload/.test(name))
  ) {
    throw new Error('The first screen is no longer in the chunk of the start: vite/chunks.ts.');
  }
  const files = [...chunks]
    .map((name) => ({ name, bytes: sentBytes(path.join(assets, name)) }))
    .sort((a, b) => b.bytes - a.bytes);
  return { bytes: files.reduce((sum, file) => sum + file.bytes, 0), files };
}

if (path.resolve(process.argv[1] ?? '') === import.meta.filename) {
  const built = ['consumer', 'enterprise'].filter((edition) =>
    fs.existsSync(path.join(root, 'apps/web/dist', edition, 'index.html')),
  );
  if (built.length === 0) throw new Error('There is no build: npm run build.');
  for (const edition of built) {
    const { bytes, files } = firstView(edition);
    const verdict = bytes <= LIMIT_BYTES ? 'within' : 'OVER';
    const kB = (count) => (count / 1000).toFixed(1);
    process.stdout.write(
      `first view, ${edition}: ${kB(bytes)} kB of script, ${verdict} the ${kB(LIMIT_BYTES)} kB\n`,
    );
    const shown = process.argv.includes('--files') ? files : files.slice(0, 5);
    for (const file of shown)
      process.stdout.write(`  ${kB(file.bytes).padStart(6)}  ${file.name}\n`);
    if (bytes > LIMIT_BYTES) process.exitCode = 1;
  }
}
