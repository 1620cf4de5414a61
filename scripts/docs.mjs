// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run docs [-- --out DIR]`: the documents of the repository as a site of plain pages, without scripts and without a
 * server, in the same folders as the files. Exits with 1 when the file or heading of a link does not exist.
 */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Marked } from 'marked';
import { anchorOf, linkProblems } from './test/document-problems.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string', default: '.cache/docs' } } });
const out = path.resolve(values.out);

/** Sections of the menu: a heading, and the files of its pages. */
const SECTIONS = [
  ['Perfuse', ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']],
  ['How it is built', filesOf('docs')],
  ['Guides', filesOf('docs/guides')],
  ['Reference', filesOf('docs/reference')],
  ['Accuracy', filesOf('docs/accuracy')],
  ['Decisions', filesOf('docs/decisions')],
];

function filesOf(folder) {
  return fs
    .readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`);
}

const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const titleOf = (text) => (/^# +(.+)$/m.exec(text)?.[1] ?? 'Perfuse').replaceAll('`', '');
const pages = new Map(
  SECTIONS.flatMap(([, files]) => files).map((file) => [file, titleOf(read(file))]),
);
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${String(sign.codePointAt(0))};`);

/** Path of a page on the site. */
const placeOf = (file) => (file === 'README.md' ? 'index.html' : file.replace(/\.md$/, '.html'));
const between = (from, to) =>
  path.posix.relative(path.posix.dirname(placeOf(from)), to) || path.posix.basename(to);

/** Other files that pages show or link to. */
const copied = new Set();

/**
 * The address on the site of a link's target.
 * @returns null for files of the repository that are not on the site, such as sources.
 */
function addressOf(file, link) {
  if (/^([a-z]+:|#)/.test(link)) return link;
  const [address, anchor] = link.split('#');
  const target = path.posix.join(path.posix.dirname(file), decodeURI(address)).replace(/\/$/, '');
  const end = anchor === undefined ? '' : `#${anchor}`;
  if (pages.has(target)) return between(file, placeOf(target)) + end;
  // A folder of documents: its first one; the menu leads to the others.
  const first = [...pages.keys()].find((page) => path.posix.dirname(page) === target);
  if (first !== undefined) return between(file, placeOf(first));
  if (!target.startsWith('docs/') || !fs.statSync(path.join(root, target)).isFile()) return null;
  copied.add(target);
  return between(file, target);
}

function rendererOf(file) {
  const seen = new Map();
  const linked = (html) =>
    html.replace(
      /\b(src|srcset|href)="([^"]+)"/g,
      (_, name, link) => `${name}="${addressOf(file, link) ?? ''}"`,
    );
  const renderer = {
    heading({ tokens, depth, text }) {
      const anchor = anchorOf(text);
      const before = seen.get(anchor) ?? 0;
      seen.set(anchor, before + 1);
      const id = before === 0 ? anchor : `${anchor}-${String(before)}`;
      return `<h${String(depth)} id="${id}">${this.parser.parseInline(tokens)}</h${String(depth)}>\n`;
    },
    link({ href, tokens }) {
      const address = addressOf(file, href);
      const words = this.parser.parseInline(tokens);
      return address === null
        ? `<a title="In the repository">${words}</a>`
        : `<a href="${escaped(address)}">${words}</a>`;
    },
    image({ href, text }) {
      return `<img src="${escaped(addressOf(file, href) ?? '')}" alt="${escaped(text)}">`;
    },
    html: ({ text }) => linked(text),
  };
  return new Marked({ renderer });
}

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1b2524, #e9efee); --soft: light-dark(#566160, #a6b3b1);
  --ground: light-dark(#fafaf7, #121a1b); --card: light-dark(#fff, #1c2628); --line: light-dark(#dfe3e0, #33403f);
  --accent: light-dark(#0b6b66, #6fd0c8); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
a { color: var(--accent); } a:not([href]) { color: inherit; text-decoration: underline dotted; }
.skip { position: absolute; inset-inline-start: -99rem; } .skip:focus { inset-inline-start: 1rem; }
.all { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-inline-size: 78rem; margin-inline: auto; }
/* On phones the menu is below the page. */
.menu { display: none; }
nav { padding: 2rem 1.25rem; font-size: 0.9rem; } nav ul { margin: 0 0 1rem; padding: 0; list-style: none; }
nav a { display: block; padding: 0.2rem 0; text-decoration: none; }
nav a[aria-current] { font-weight: 700; color: var(--ink); } nav h2 { margin: 1rem 0 0.25rem; font-size: 0.8rem; color: var(--soft); }
main { min-inline-size: 0; padding: 1.5rem 1.5rem 4rem; } main > * { max-inline-size: 50rem; }
h1, h2, h3 { line-height: 1.25; letter-spacing: -0.01em; } h2 { margin-block-start: 2.5rem; }
pre { overflow-x: auto; padding: 1rem; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--card); font-size: 0.85rem; line-height: 1.45; }
code { font-size: 0.9em; } img { max-inline-size: 100%; block-size: auto; border-radius: 0.6rem; }
main > table { display: block; inline-size: fit-content; max-inline-size: 100%; overflow-x: auto; border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.4rem 0.7rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; }
@media (max-width: 50rem) { .all { display: flex; flex-direction: column-reverse; } .menu { display: block; padding: 1rem 1.5rem 0; } main { inline-size: 100%; } }
@media print { nav { display: none; } .all { display: block; } }
`;

const menuOf = (current) =>
  SECTIONS.map(([heading, files]) => {
    const items = files.map((file) => {
      const here = file === current ? ' aria-current="page"' : '';
      const address = escaped(between(current, placeOf(file)));
      return `<li><a href="${address}"${here}>${escaped(pages.get(file) ?? file)}</a></li>`;
    });
    return `<h2>${heading}</h2><ul>${items.join('')}</ul>`;
  }).join('');

const pageOf = (file, title) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${between(file, 'style.css')}"></head>
<body><a class="skip" href="#content">Skip to content</a><a class="menu" href="#documents">All documents</a><div class="all">
<nav id="documents" aria-label="Documents">${menuOf(file)}</nav>
<main id="content">${rendererOf(file).parse(read(file))}</main>
</div></body></html>
`;

function write(file, content) {
  const at = path.join(out, file);
  fs.mkdirSync(path.dirname(at), { recursive: true });
  fs.writeFileSync(at, content);
}

const problems = [...pages.keys()].flatMap((file) => [...linkProblems(file, read(file))]);
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
fs.rmSync(out, { recursive: true, force: true });
for (const [file, title] of pages) write(placeOf(file), pageOf(file, title));
write('style.css', STYLE.trimStart());
for (const file of copied) write(file, fs.readFileSync(path.join(root, file)));
process.stdout.write(`${String(pages.size)} pages: ${path.join(out, 'index.html')}\n`);
