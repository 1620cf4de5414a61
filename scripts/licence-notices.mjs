// SPDX-License-Identifier: Apache-2.0
/** The licences of the npm packages in a bundle, which must accompany their code. */
import fs from 'node:fs';
import path from 'node:path';

const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const TEXT = /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$/i;

/**
 * @param {Iterable<string>} modules files in the bundle.
 * @returns {string} each of their npm packages with its version, licence and notices, by name.
 */
export function licenceNotices(modules) {
  const folders = new Set([...modules].map((file) => PACKAGE.exec(file)?.[0] ?? ''));
  folders.delete('');
  const notices = [...folders].map((folder) => {
    const file = path.join(folder, 'package.json');
    const { name, version, license, author } = JSON.parse(fs.readFileSync(file, 'utf8'));
    const texts = fs
      .readdirSync(folder)
      .filter((entry) => TEXT.test(entry))
      .sort()
      .map((entry) => fs.readFileSync(path.join(folder, entry), 'utf8').trim());
    const by = typeof author === 'string' ? author : author?.name;
    const head = [`${name} ${version}`, license, ...(by === undefined ? [] : [by])].join(', ');
    return [head, ...texts].join('\n\n');
  });
  return `${notices.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
