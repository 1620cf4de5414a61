// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

/** The product, and third-party code that decides what is accepted: its coverage guides the search. */
const GUIDING =
  /\/(?:packages\/(?:contract|integrator|vitals)\/src\/|apps\/(?:server|web)\/src\/(?!testing\/)|node_modules\/(?:jose|zod)\/)/;
const WORD_SOURCES =
  /\/(?:packages\/(?:contract|integrator)|apps\/server\/src\/(?:modules\/(?:launch|accounts\/tokens)|platform\/(?:crypto|http)))\//;
const WORD = /(['"])([\w.:/=+@-]{2,32})\1/g;

export interface FuzzBundle {
  readonly entry: string;
  /** URL of the script with all guiding code. */
  readonly guiding: string;
  /** Strings of the product that inputs are made from. */
  readonly words: readonly string[];
}

/** Bundles an entry, with the guiding code in a separate script. */
export async function bundleFuzzer(entry: string, directory: string): Promise<FuzzBundle> {
  const words = new Set<string>();
  const { output } = await build({
    input: entry,
    platform: 'node',
    external: (id) =>
      !id.startsWith('.') &&
      !path.isAbsolute(id) &&
      !/^(?:@perfuse\/|jose(?:$|\/)|zod(?:$|\/))/.test(id),
    logLevel: 'warn',
    plugins: [
      {
        name: 'fuzz-words',
        transform(code, id) {
          if (!WORD_SOURCES.test(id)) return;
          for (const [, , word = ''] of code.matchAll(WORD)) words.add(word);
        },
      },
    ],
    output: {
      dir: directory,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name].mjs',
      codeSplitting: { groups: [{ name: 'guiding', test: GUIDING }] },
    },
  });
  return {
    entry: path.resolve(directory, output[0].fileName),
    guiding: pathToFileURL(path.resolve(directory, 'guiding.mjs')).href,
    words: [...words].toSorted(),
  };
}
