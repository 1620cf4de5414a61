// SPDX-License-Identifier: Apache-2.0
/** The app's texts as stored in its files, for a walk that finds buttons by their text. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '@perfuse/contract/language';
import { z } from '@perfuse/contract/schema';

/** Maps `namespace:key.of.it` to its text. */
export type Catalogue = ReadonlyMap<string, string>;

const tree = z.record(z.string(), z.unknown());

function* leaves(node: unknown, key: string): Generator<[string, string]> {
  if (typeof node === 'string') yield [key, node];
  else
    for (const [name, below] of Object.entries(tree.parse(node)))
      yield* leaves(below, `${key}.${name}`);
}

/** @param root folder of the checkout. */
export function readCatalogue(root: string, language: Language): Catalogue {
  const folder = path.join(root, 'packages/locales', language);
  const texts = new Map<string, string>();
  for (const file of readdirSync(folder)) {
    const namespace = path.basename(file, '.json');
    const namespaceTexts = tree.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
    for (const [name, below] of Object.entries(namespaceTexts)) {
      for (const [key, text] of leaves(below, `${namespace}:${name}`)) texts.set(key, text);
    }
  }
  return texts;
}

/** @throws RangeError when there is no such text. */
export function textOf(
  catalogue: Catalogue,
  key: string,
  values: Readonly<Record<string, string>> = {},
): string {
  const text = catalogue.get(key);
  if (text === undefined) throw new RangeError(`There is no text ${key}.`);
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}
