// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const ENTRY = path.resolve(import.meta.dirname, '../src/main.tsx');
/** Texts that the first screen waits for. */
const FIRST_TEXTS = /\/locales\/([\w-]+)\/(?:common|preload|session)\.json$/;
const SETTINGS_AND_METRICS = /\/apps\/web\/src\/(?:config|metrics)\/[\w-]+\.ts$/;
const FORM_CONTROLS = /\/packages\/ui\/src\/form\/[\w-]+\.tsx?$/;
/** What later screens share goes with a neighbour when it is smaller than this, before compression. */
const SMALL_BYTES = 24_000;

/**
 * How modules go together into files. Left to itself the bundler makes a file of every set of modules that the same
 * screens share: the first view was 40 of them, which a phone requests in waves. Now the first view is one file next to
 * the entry, whose name is the version's; a language's first texts are one; and what later screens share comes in
 * files worth asking for. None of these is ever a part of the first view: that takes all it needs into its own file.
 */
export const CHUNKS = {
  groups: [
    {
      debugName: 'first view',
      // Whatever these import goes with them, less what nothing of it is used.
      name: (id: string, graph: ModuleGraph) =>
        graph.getModuleInfo(ENTRY)?.importedIds.includes(id) === true ? 'start' : null,
      priority: 3,
    },
    {
      debugName: 'first texts',
      name: (id: string) => {
        const language = FIRST_TEXTS.exec(id)?.[1];
        return language === undefined ? null : `texts-${language}`;
      },
      priority: 2,
    },
    {
      // Many screens share them: cut up and merged with neighbours they would import each other in a circle. A group
      // takes with it whatever it imports, so that nothing leads back.
      debugName: 'settings and metrics',
      name: (id: string) => (SETTINGS_AND_METRICS.test(id) ? 'metrics' : null),
      priority: 2,
    },
    {
      debugName: 'form controls',
      name: (id: string) => (FORM_CONTROLS.test(id) ? 'form' : null),
      priority: 2,
    },
    {
      name: 'shared',
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: SMALL_BYTES,
      priority: 1,
    },
  ],
};

/** The bundler names a shared file by all that share it, and the first view names every file. */
export const shortName = (name: string): string => name.split('~')[0] ?? name;
