// SPDX-License-Identifier: Apache-2.0
/**
 * `node scripts/tool.mjs NAME…`: installs large packages that only some tasks need. Each tool is a folder in tools/ with
 * a package.json and a package-lock.json of its own: `npm ci` there checks every hash. What it depends on directly is
 * then linked into the root's node_modules, where programs find it; `npm ci` in the root removes the links.
 *
 * `--try` reports a failure and continues: programs that need the tool report its absence themselves.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');

function link(name, modules) {
  const at = path.join(root, 'node_modules', name);
  const target = path.join(modules, name);
  if (fs.existsSync(at) && fs.realpathSync(at) === fs.realpathSync(target)) return;
  fs.rmSync(at, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(at), { recursive: true });
  // The type applies only to Windows, where anyone may create a junction but not a link.
  fs.symlinkSync(path.relative(path.dirname(at), target), at, 'junction');
}

/**
 * Does nothing when the tool is installed with the same lock.
 * @param {string} name folder in tools/.
 * @throws Error when npm fails.
 */
export function installTool(name) {
  const folder = path.join(root, 'tools', name);
  const modules = path.join(folder, 'node_modules');
  const installedLock = path.join(modules, 'installed-lock.json');
  const lock = fs.readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  if (!fs.existsSync(installedLock) || fs.readFileSync(installedLock, 'utf8') !== lock) {
    process.stderr.write(`Installing ${name} (once).\n`);
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status } = spawnSync('npm', ['ci', ...options], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error(`npm could not install ${path.relative(root, folder)}.`);
    fs.writeFileSync(installedLock, lock);
  }
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  // Of packages for one platform each, npm installs only that of this machine.
  const optional = Object.keys(manifest.optionalDependencies ?? {}).filter((dependency) =>
    fs.existsSync(path.join(modules, dependency)),
  );
  for (const dependency of [...Object.keys(manifest.dependencies ?? {}), ...optional]) {
    link(dependency, modules);
  }
}

if (path.resolve(process.argv[1] ?? '') === import.meta.filename) {
  const { values, positionals } = parseArgs({
    options: { try: { type: 'boolean' } },
    allowPositionals: true,
  });
  for (const name of positionals) {
    try {
      installTool(name);
    } catch (error) {
      process.stderr.write(`${error.message}\n`);
      if (values.try !== true) process.exitCode = 1;
    }
  }
}
