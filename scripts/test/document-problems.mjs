// SPDX-License-Identifier: Apache-2.0
/**
 * Finds broken references in the Markdown files of the repository, without a network: links to files or headings that
 * do not exist, `npm run` commands that package.json lacks, and names of source files that do not exist.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

const withoutCode = (text) =>
  text.replace(/^( *)(```+|~~~+)[^\n]*\n.*?^\1\2 *$/gms, '').replace(/(`+).+?\1/gs, '');

/** GitHub's anchor of the first heading with this text. */
export const anchorOf = (heading) =>
  heading
    .replace(/\[(.*?)\]\(.*?\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** GitHub's anchors of the headings of a Markdown text. */
function anchorsOf(text) {
  const anchors = new Set();
  const seen = new Map();
  const headings = text.replace(/^( *)(```+|~~~+)[^\n]*\n.*?^\1\2 *$/gms, '');
  for (const [, heading] of headings.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const anchor = anchorOf(heading);
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    anchors.add(before === 0 ? anchor : `${anchor}-${String(before)}`);
  }
  return anchors;
}

/** Problems of links in a document whose file or heading does not exist. */
export function* linkProblems(file, text) {
  for (const [, link] of withoutCode(text).matchAll(/\]\(<?([^)\s>]+)/g)) {
    if (/^[a-z]+:/.test(link)) continue;
    const [address, anchor] = link.split('#');
    const target = address === '' ? file : path.join(path.dirname(file), decodeURI(address));
    const full = path.join(root, target);
    if (!fs.existsSync(full)) yield `${file}: '${link}' points to a missing file`;
    else if (anchor !== undefined && target.endsWith('.md')) {
      const there = anchorsOf(fs.readFileSync(full, 'utf8'));
      if (!there.has(anchor)) yield `${file}: '${link}' points to a missing heading of ${target}`;
    }
  }
}

function* scriptProblems(file, text) {
  for (const [, name] of text.matchAll(/\bnpm run (?:--?[\w-]+ )*([a-z][\w:-]*)/g)) {
    if (!Object.hasOwn(scripts, name)) yield `${file}: script 'npm run ${name}' does not exist`;
  }
}

/** Problems of source files named in backticks; a name may be only the end of a path: `launch/*.test.ts`. */
function* sourceProblems(file, text, files) {
  for (const [, name] of text.matchAll(/`([\w./*-]+\.(?:tsx?|mjs))`/g)) {
    const end = new RegExp(`(^|/)${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
    if (!files.some((one) => end.test(one))) yield `${file}: file '${name}' does not exist`;
  }
}

export function documentProblems() {
  // Includes files that are not committed yet.
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const problems = [];
  for (const file of files.filter((one) => one.endsWith('.md'))) {
    // A deleted file is listed until its deletion is committed.
    if (!fs.existsSync(path.join(root, file))) continue;
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    problems.push(...linkProblems(file, text), ...scriptProblems(file, text));
    problems.push(...sourceProblems(file, text, files));
  }
  return problems;
}
