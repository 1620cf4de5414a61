// SPDX-License-Identifier: Apache-2.0
/** A second build of the app, like a later release: the same screens, every script and style under a new name. */
import fs from 'node:fs';
import path from 'node:path';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { CHECKOUT } from '@perfuse/testing/checkout';

const BUILDS = path.join(CHECKOUT, 'apps/web/dist');
const NAMED_BY_CONTENT = /^assets\/[^/]+\.(?:js|css)$/;
const TEXT = /\.(?:js|css|html|json)$/;

export interface Deployment {
  /** For PERFUSE_WEB_DIR. */
  readonly directory: string;
  /** Replaces the first release with the later one, as an update of the server does. */
  readonly release: () => void;
  readonly remove: () => void;
}

const filesOf = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'));

const later = (name: string): string => name.replace(/\.(js|css)$/, '.later.$1');

/** Writes the build of `from` into `to`, with all files that are named by their content renamed. */
function rename(from: string, to: string): void {
  const files = filesOf(from).filter((file) => !/\.(?:br|gz)$/.test(file));
  const renamed = files.filter((file) => NAMED_BY_CONTENT.test(file));
  const names = new Set(renamed.map((file) => path.posix.basename(file)));
  const newNames = (text: string): string =>
    text.replace(/[\w.-]+\.(?:js|css)\b/g, (name) => (names.has(name) ? later(name) : name));
  for (const file of files) {
    const target = path.join(to, NAMED_BY_CONTENT.test(file) ? later(file) : file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (!TEXT.test(file)) fs.copyFileSync(path.join(from, file), target);
    else fs.writeFileSync(target, newNames(fs.readFileSync(path.join(from, file), 'utf8')));
  }
}

/** Copies both current builds to a separate folder. */
export function deploy(): Deployment {
  const folder = temporaryDirectory('web');
  fs.cpSync(BUILDS, folder.path, { recursive: true });
  return {
    directory: folder.path,
    release: () => {
      const live = path.join(folder.path, 'consumer');
      fs.rmSync(live, { recursive: true });
      rename(path.join(BUILDS, 'consumer'), live);
    },
    remove: folder.remove,
  };
}
