// SPDX-License-Identifier: Apache-2.0
/**
 * Checks the app's texts: every key that the code uses exists in English, every English key is used, and every other
 * language has exactly the keys of English with the same placeholders, in each of its plural forms (CLDR), and no
 * English sentence.
 * No text uses a word for which the glossary (docs/glossary.md) has another one.
 * A key built at run time, such as t(`unit.${id}`), counts as a use of every key of that form; its ids are checked by
 * their type.
 * No link in a Markdown file is broken, and no source file named there is missing.
 */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseAst } from 'rolldown/parseAst';
import { documentProblems } from './test/document-problems.mjs';

const app = path.resolve(import.meta.dirname, '../apps/web/src');
const locales = path.resolve(import.meta.dirname, '../packages/locales');
const glossary = path.resolve(import.meta.dirname, '../docs/glossary.md');
/** Keys of the server: the compiler checks which of them are used. */
const MAILS = 'mails:';
const SOURCE_LANGUAGE = 'en';
const DEFAULT_NAMESPACE = 'common';

function* files(directory, pattern) {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const full = path.join(directory, entry.name);
    if (entry.isDirectory()) yield* files(full, pattern);
    else if (pattern.test(entry.name)) yield full;
  }
}

/** Leaves of a JSON tree as `a.b.c` → text. */
function* leaves(tree, prefix = '') {
  for (const [name, value] of Object.entries(tree)) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    if (typeof value === 'string') yield [key, value];
    else yield* leaves(value, key);
  }
}

/** All texts of a language as `namespace:key` → text. */
function textsOf(language) {
  const texts = new Map();
  for (const file of files(path.join(locales, language), /\.json$/)) {
    const namespace = path.basename(file, '.json');
    for (const [key, text] of leaves(JSON.parse(fs.readFileSync(file, 'utf8')))) {
      texts.set(`${namespace}:${key}`, text);
    }
  }
  return texts;
}

/** i18next reads `_zero` in every language. */
const PLURAL = /_(zero|one|two|few|many|other)$/;
const withoutPlural = (key) => key.replace(PLURAL, '');
const placeholders = (text) =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}|<(\w+)>/g)]
    .map((match) => match[0])
    .sort()
    .join(' ');

/** The text of a string without run-time parts; null for any other expression. */
function fixedText(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) {
    return node.quasis[0].value.cooked;
  }
  return null;
}

/** The parts of a key expression: texts, and null for what is only known at run time. */
function keyParts(node) {
  const text = fixedText(node);
  if (text !== null) return [text];
  if (node.type !== 'TemplateLiteral') return [null];
  return node.quasis.flatMap(({ value }, at) => (at === 0 ? [value.cooked] : [null, value.cooked]));
}

/** Every key expression below a node, both sides of a choice included. */
function* keyExpressions(node) {
  if (node.type === 'ConditionalExpression') {
    yield* keyExpressions(node.consequent);
    yield* keyExpressions(node.alternate);
  } else yield node;
}

function namespacesOf(call) {
  const [first] = call.arguments;
  if (first === undefined) return [DEFAULT_NAMESPACE];
  const text = fixedText(first);
  if (text !== null) return [text];
  if (first.type === 'ArrayExpression') return first.elements.map(fixedText);
  return [];
}

/** Every node of a tree, parents first. */
function* nodesOf(tree) {
  if (typeof tree.type === 'string') yield tree;
  for (const value of Object.values(tree)) {
    if (typeof value === 'object' && value !== null) yield* nodesOf(value);
  }
}

/** Uses of texts in one file: `{ namespaces, parts, where }`. */
function usesIn(file) {
  const text = fs.readFileSync(file, 'utf8');
  const uses = [];
  const namespaces = new Set();
  const add = (node) => {
    for (const expression of keyExpressions(node)) {
      const line = text.slice(0, expression.start).split('\n').length;
      const where = `${path.relative(process.cwd(), file)}:${String(line)}`;
      uses.push({ parts: keyParts(expression), where });
    }
  };
  for (const node of nodesOf(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))) {
    if (node.type === 'CallExpression') {
      const name = text.slice(node.callee.start, node.callee.end);
      if (name === 'useTranslation') for (const ns of namespacesOf(node)) namespaces.add(ns);
      const isT = name === 't' || name === 'i18next.t' || name === 'i18n.t';
      if (isT && node.arguments[0] !== undefined) add(node.arguments[0]);
    }
    if (node.type === 'JSXAttribute' && node.name.name === 'i18nKey' && node.value) {
      add(node.value.type === 'JSXExpressionContainer' ? node.value.expression : node.value);
    }
  }
  return uses.map((use) => ({
    ...use,
    namespaces: namespaces.size === 0 ? null : [...namespaces],
  }));
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A pattern over `namespace:key`. Without a known namespace it matches any. */
function patternOf({ parts, namespaces }) {
  const [first = ''] = parts;
  const named = first === null ? null : /^([\w-]+):(.*)$/s.exec(first);
  const ns = named ? named[1] : namespaces === null ? '[\\w-]+' : `(?:${namespaces.join('|')})`;
  const key = (named ? [named[2], ...parts.slice(1)] : parts)
    .map((part) => (part === null ? '[^:]+' : escaped(part)))
    .join('');
  return new RegExp(`^${ns}:${key}$`);
}

const problems = [];
const english = textsOf(SOURCE_LANGUAGE);
const englishKeys = new Set([...english.keys()].map(withoutPlural));
const used = new Set();
let uses = 0;

for (const file of files(app, /(?<!\.test|\.test-support|\.d)\.tsx?$/)) {
  for (const use of usesIn(file)) {
    uses += 1;
    const pattern = patternOf(use);
    const found = [...englishKeys].filter((key) => pattern.test(key));
    const onlyRunTime = use.parts.every((part) => part === null);
    if (found.length === 0) {
      problems.push(`${use.where}: no text found for '${use.parts.map((p) => p ?? '*').join('')}'`);
    }
    // A bare variable as key would mark every key as used: it counts only for message ids such as WEB_ERROR_AGE.
    for (const key of onlyRunTime ? found.filter((name) => /:[A-Z][A-Z\d_]+$/.test(name)) : found) {
      used.add(key);
    }
  }
}

for (const key of englishKeys) {
  if (!used.has(key) && !key.startsWith(MAILS)) {
    problems.push(`${SOURCE_LANGUAGE}: '${key}' is not used`);
  }
}

/** Whether a text is too long to be the same in another language by chance: four words. */
const isSentence = (text) => (text.match(/\p{L}{2,}/gu) ?? []).length >= 4;

const languages = fs
  .readdirSync(locales, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== SOURCE_LANGUAGE)
  .map(({ name }) => name);
for (const language of [SOURCE_LANGUAGE, ...languages]) {
  const texts = textsOf(language);
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const plurals = [...texts.keys()].filter((key) => PLURAL.test(key));
  for (const key of new Set(plurals.map(withoutPlural))) {
    const wanted = forms.map((form) => `${key}_${form}`);
    for (const name of wanted.filter((one) => !texts.has(one))) {
      problems.push(`${language}: '${name}' is missing: a plural form of the language (CLDR)`);
    }
    for (const name of plurals.filter((one) => withoutPlural(one) === key)) {
      if (wanted.includes(name) || name.endsWith('_zero')) continue;
      problems.push(`${language}: '${name}' is not a plural form of the language (CLDR)`);
    }
  }
}
for (const language of languages) {
  const texts = textsOf(language);
  const keys = new Set([...texts.keys()].map(withoutPlural));
  for (const key of englishKeys) {
    if (!keys.has(key)) problems.push(`${language}: '${key}' is missing`);
  }
  for (const key of keys) {
    if (!englishKeys.has(key)) problems.push(`${language}: '${key}' is not in English`);
  }
  for (const [key, text] of texts) {
    const original = english.get(key) ?? english.get(`${withoutPlural(key)}_other`);
    if (original !== undefined && placeholders(original) !== placeholders(text)) {
      problems.push(`${language}: '${key}' has different placeholders from English`);
    }
    if (original === text && isSentence(text)) {
      problems.push(`${language}: '${key}' is not translated`);
    }
  }
}

/** The rows of the glossary's table of words not to use, per language: `{ pattern, but }`. */
function unwantedWords() {
  const [, part = ''] = fs.readFileSync(glossary, 'utf8').split('\n## Words not to use\n');
  const rows = [...part.matchAll(/^\| ([\w-]+) +\| `(.+?)` +\| (.+?) +\|/gm)];
  if (rows.length === 0) throw new Error('The glossary has no table of words not to use.');
  const words = new Map();
  for (const [, language, cell, but] of rows) {
    const source = cell.replaceAll(String.raw`\|`, '|');
    const isWord = /^[\w(]/.test(source) && !/^\(\?/.test(source);
    const flags = source === source.toLowerCase() ? 'iu' : 'u';
    // \b does not recognise letters with accents.
    const whole = isWord ? String.raw`(?<![\p{L}\p{N}])(?:${source})(?![\p{L}\p{N}])` : source;
    words.set(language, [
      ...(words.get(language) ?? []),
      { pattern: new RegExp(whole, flags), but },
    ]);
  }
  return words;
}

for (const [language, words] of unwantedWords()) {
  for (const [key, text] of textsOf(language)) {
    // Placeholders and tags are not words.
    const said = text.replace(/\{\{.*?\}\}|<.*?>/g, '\u2060');
    for (const { pattern, but } of words) {
      const [found] = pattern.exec(said) ?? [];
      if (found !== undefined) {
        problems.push(
          `${language}: '${key}' uses '${found}' instead of '${but}' (docs/glossary.md)`,
        );
      }
    }
  }
}

problems.push(...documentProblems());

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `texts: ${String(englishKeys.size)} keys, ${String(uses)} uses, ${String(problems.length)} problems\n`,
);
process.exit(problems.length > 0 ? 1 : 0);
