// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run pack`: builds the packages that are published and packs each as npm would publish it, into dist/packages.
 * `--to FOLDER` packs elsewhere, `--only NAME` one of them.
 *
 * Within the repository a package exports its TypeScript sources. The published files are written to a folder of their
 * own under .cache/packages: JavaScript as ES modules and CommonJS, declarations for both, and a package.json with
 * `publishConfig.exports` in place of `exports`, as pnpm reads it.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

const PACKAGES = ['contract', 'vitals', 'integrator', 'embed'];

const root = path.resolve(import.meta.dirname, '..');
const staging = path.join(root, '.cache/packages');

function run(command, args, cwd) {
  const { status, stdout } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${stdout}${command} ${args.join(' ')} failed.`);
  return stdout;
}

/** Declarations of all packages, each in a folder named after it. */
async function declarations() {
  const { default: compilerPath } = await import(
    new URL('./lib/getExePath.js', import.meta.resolve('@typescript/native/package.json')).href
  );
  const outDir = path.join(staging, 'declarations');
  run(compilerPath(), ['-p', 'tsconfig.pack.json', '--outDir', outDir], root);
  return outDir;
}

/** Gives import specifiers of the same package's files the extension of a format. */
const withExtension = (declaration, extension) =>
  declaration.replaceAll(
    /((?:from|import)\s*\(?\s*['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g,
    `$1${extension}`,
  );

async function build(name, types) {
  const source = path.join(root, 'packages', name);
  const target = path.join(staging, name);
  const dist = path.join(target, 'dist');
  const files = readdirSync(path.join(source, 'src'), { recursive: true }).filter(
    (file) => /(?<!\.test|\.d)\.ts$/.test(file) && !file.startsWith('testing'),
  );
  const bundle = await rolldown({
    input: Object.fromEntries(
      files.map((file) => [file.replace(/\.ts$/, ''), path.join(source, 'src', file)]),
    ),
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id),
    platform: 'neutral',
  });
  for (const [format, extension] of [
    ['esm', 'js'],
    ['cjs', 'cjs'],
  ]) {
    await bundle.write({
      dir: dist,
      format,
      preserveModules: true,
      preserveModulesRoot: path.join(source, 'src'),
      entryFileNames: `[name].${extension}`,
    });
  }
  await bundle.close();
  for (const file of files) {
    const declaration = file.replace(/\.ts$/, '.d.ts');
    const text = readFileSync(path.join(types, name, 'src', declaration), 'utf8');
    const to = path.join(dist, declaration);
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, withExtension(text, '.js'));
    writeFileSync(to.replace(/\.ts$/, '.cts'), withExtension(text, '.cjs'));
  }
  const manifest = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  const { exports, ...publishConfig } = manifest.publishConfig;
  const published = { ...manifest, exports, publishConfig };
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  cpSync(path.join(source, 'README.md'), path.join(target, 'README.md'));
  cpSync(path.join(root, 'LICENSE'), path.join(target, 'LICENSE'));
  return target;
}

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: path.join(root, 'dist/packages') },
    only: { type: 'string' },
  },
});
const to = path.resolve(values.to);
rmSync(staging, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const types = await declarations();
for (const name of PACKAGES.filter((each) => each === (values.only ?? each))) {
  const target = await build(name, types);
  const packed = run('npm', ['pack', '--silent', '--pack-destination', to], target);
  process.stdout.write(`${path.join(to, packed.trim())}\n`);
}
