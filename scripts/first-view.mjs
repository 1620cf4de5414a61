// SPDX-License-Identifier: Apache-2.0
/**
 * The performance budget: scripts that a new visitor's browser fetches before the app draws the first screen, in
 * compressed size. Counts the page's own script and those that it loads once the first screen's words are painted, with
 * all that they import, and the English texts; also what the later screens fetch in addition. Prints the figures; fails
 * when an edition exceeds a limit.
 */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

export const LIMIT_BYTES = 150_000;
/** What a screen may fetch beyond the first view, bytes: a tenth more than it does at present. */
const SCREEN_LIMITS = {
  CameraConsentScreen: 23_000,
  ConsentScreen: 28_000,
  MeasurementScreen: 73_000,
  ResultsScreen: 50_000,
};
/** The start's own chunk, which includes the first screen; built by apps/web/vite/chunks.ts. */
const START = /^start-/;
/** The English texts of the start. */
const TEXTS = /^texts-en-/;

const root = path.resolve(import.meta.dirname, '..');
const IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g;

/** Every chunk that can be reached from `names` by static imports, including themselves. */
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

/** Bytes on the wire: those of the brotli version, or of the file itself if it has none. */
function sentBytes(file) {
  const twin = `${file}.br`;
  return fs.statSync(fs.existsSync(twin) ? twin : file).size;
}

/** Scripts that the page's script loads next: apps/web/vite/first-view-links.ts. */
const LISTED = /<link rel="modulepreload" href="[^"]*\/([\w.-]+\.js)"/g;

const sum = (files) => files.reduce((bytes, file) => bytes + file.bytes, 0);

/**
 * @returns {{ bytes: number, files: { name: string, bytes: number }[], screens: Record<string, number> }} the first
 * view, and the bytes that each screen fetches in addition.
 */
export function firstView(edition) {
  const folder = path.join(root, 'apps/web/dist', edition);
  const assets = path.join(folder, 'assets');
  const page = fs.readFileSync(path.join(folder, 'index.html'), 'utf8');
  const entry = /<script type="module"[^>]*src="[^"]*\/([\w.-]+\.js)"/.exec(page)?.[1];
  if (entry === undefined) throw new Error(`The page of the ${edition} edition has no script.`);
  const names = fs.readdirSync(assets).filter((name) => name.endsWith('.js'));
  const texts = names.find((name) => TEXTS.test(name));
  if (texts === undefined) throw new Error('The build has no chunk for the first English texts.');
  const listed = [...page.matchAll(LISTED)].map(([, name]) => name);
  const chunks = closure(assets, [entry, ...listed, texts]);
  // A first screen in another chunk would be fetched later, and not counted.
  if (
    ![...chunks].some((name) => START.test(name)) ||
    names.some((name) => /^Preload/.test(name))
  ) {
    throw new Error('The first screen is no longer in the start chunk: vite/chunks.ts.');
  }
  const sized = (found) =>
    [...found]
      .map((name) => ({ name, bytes: sentBytes(path.join(assets, name)) }))
      .sort((a, b) => b.bytes - a.bytes);
  const screens = Object.keys(SCREEN_LIMITS).map((screen) => {
    const own = names.find((name) => name.startsWith(`${screen}-`));
    if (own === undefined) throw new Error(`The build has no chunk for ${screen}.`);
    const besides = [...closure(assets, [own])].filter((name) => !chunks.has(name));
    return [screen, sum(sized(besides))];
  });
  const files = sized(chunks);
  return { bytes: sum(files), files, screens: Object.fromEntries(screens) };
}

if (path.resolve(process.argv[1] ?? '') === import.meta.filename) {
  const built = ['consumer', 'enterprise'].filter((edition) =>
    fs.existsSync(path.join(root, 'apps/web/dist', edition, 'index.html')),
  );
  if (built.length === 0) throw new Error('Not built yet. Run npm run build.');
  for (const edition of built) {
    const { bytes, files, screens } = firstView(edition);
    const kB = (count) => (count / 1000).toFixed(1);
    const tell = (what, count, limit) => {
      const verdict = count <= limit ? 'within' : 'OVER';
      process.stdout.write(`${what}: ${kB(count)} kB of script, ${verdict} the ${kB(limit)} kB\n`);
      if (count > limit) process.exitCode = 1;
    };
    tell(`first view, ${edition}`, bytes, LIMIT_BYTES);
    const shown = process.argv.includes('--files') ? files : files.slice(0, 5);
    for (const file of shown)
      process.stdout.write(`  ${kB(file.bytes).padStart(6)}  ${file.name}\n`);
    for (const [screen, limit] of Object.entries(SCREEN_LIMITS)) {
      tell(`${screen}, in addition`, screens[screen], limit);
    }
  }
}
