// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';
import { build } from 'rolldown';
import { instrument } from './instrument.ts';
import { COUNTERS } from './names.ts';

/** More than everything that is bundled needs. */
const MOST_COUNTERS = 1 << 18;

/** Counters of one file: `from` and the `count - 1` behind it. */
export interface CountedFile {
  readonly file: string;
  readonly from: number;
  readonly count: number;
}

export interface InstrumentedBundle {
  readonly entry: string;
  readonly counters: number;
  /** The product's own files. */
  readonly files: readonly CountedFile[];
  /** Texts of the product that inputs are made from. */
  readonly words: readonly string[];
}

const OWN =
  /^(?:packages\/(?:contract|integrator|vitals)|apps\/(?:server|web))\/src\/(?!testing\/)/;
/** Others' code that decides what is accepted: guides the search, and is not counted as reached. */
const GUIDING = /^node_modules\/(?:jose|zod)\//;
const WORD_SOURCES =
  /^(?:packages\/(?:contract|integrator)|apps\/server\/src\/(?:identity|launch|http))\//;

/** Bundles an entry with counters in the product, in jose and in zod. */
export async function buildInstrumented(
  entry: string,
  directory: string,
  root: string,
): Promise<InstrumentedBundle> {
  const files: CountedFile[] = [];
  const words = new Set<string>();
  let counters = 0;
  const { output } = await build({
    input: path.resolve(root, entry),
    platform: 'node',
    external: (id) =>
      !id.startsWith('.') &&
      !path.isAbsolute(id) &&
      !/^(?:@perfuse\/|jose(?:$|\/)|zod(?:$|\/))/.test(id),
    logLevel: 'warn',
    plugins: [
      {
        name: 'fuzz-counters',
        transform(code, id) {
          const file = path.relative(root, id.split('?')[0] ?? id).replaceAll(path.sep, '/');
          const isOwn = OWN.test(file);
          if (!isOwn && !GUIDING.test(file)) return null;
          const done = instrument(code, file, counters);
          if (isOwn) files.push({ file, from: counters, count: done.count });
          if (WORD_SOURCES.test(file)) for (const word of done.words) words.add(word);
          counters += done.count;
          return { code: done.code, map: null };
        },
      },
    ],
    output: {
      dir: directory,
      format: 'esm',
      entryFileNames: '[name].mjs',
      banner: `globalThis.${COUNTERS} ??= new Uint8Array(${String(MOST_COUNTERS)});`,
    },
  });
  if (counters > MOST_COUNTERS) throw new Error(`${String(counters)} counters are too many.`);
  return {
    entry: path.resolve(directory, output[0].fileName),
    counters,
    files: files.toSorted((a, b) => a.file.localeCompare(b.file)),
    words: [...words].toSorted(),
  };
}
