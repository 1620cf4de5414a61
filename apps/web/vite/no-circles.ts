// SPDX-License-Identifier: Apache-2.0
import type { Plugin } from 'vite';

interface File {
  readonly imports: readonly string[];
}

/** @returns the first import cycle, as files from one of them back to itself; null without one. */
function circleOf(files: ReadonlyMap<string, File>): readonly string[] | null {
  const done = new Set<string>();
  const follow = (name: string, way: readonly string[]): readonly string[] | null => {
    const at = way.indexOf(name);
    if (at >= 0) return [...way.slice(at), name];
    if (done.has(name)) return null;
    for (const next of files.get(name)?.imports ?? []) {
      const circle = follow(next, [...way, name]);
      if (circle !== null) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of files.keys()) {
    const circle = follow(name, []);
    if (circle !== null) return circle;
  }
  return null;
}

/** In an import cycle one file runs before its imports are initialised: fails the build instead of the screen. */
export const noCircles = (): Plugin => ({
  name: 'perfuse:no-circles',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
    const circle = circleOf(new Map(chunks.map((chunk) => [chunk.fileName, chunk])));
    if (circle === null) return;
    const modules = chunks
      .filter(({ fileName }) => circle.includes(fileName))
      .map(({ fileName, moduleIds }) => `${fileName}:\n  ${moduleIds.join('\n  ')}`);
    this.error(`Files import each other: ${circle.join(' > ')}\n${modules.join('\n')}`);
  },
});
