// SPDX-License-Identifier: Apache-2.0
import path from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const PAGE = path.resolve(import.meta.dirname, '../index.html');
/** Texts that the first screen waits for. */
const FIRST_TEXTS = /\/locales\/([\w-]+)\/(?:common|preload|session)\.json$/;
const SETTINGS_AND_METRICS = [
  /\/apps\/web\/src\/(?:config|metrics)\/[\w-]+\.ts$/,
  /\/src\/(?:i18n|person)\/countries\.ts$/,
  /\/apps\/web\/src\/i18n\/moment-locale\.ts$/,
];
const CHARTS = [/\/node_modules\/(?:d3-|internmap)/, /\/packages\/ui\/src\/chart\//];
/** Parts used by nearly every screen. */
const SCREEN_PARTS = [
  /\/packages\/ui\/src\/(?:feedback|form\/(?:Plain)?Button|graphics\/(?:FaceIllustration|icons)|layout\/(?:Card|staggered|use-window))/,
  /\/apps\/web\/src\/components\/(?:DeviceChoice|NewTabLink|PastResultsStay|Stars)/,
  /\/apps\/web\/src\/features\/(?:handoff\/ContinueOnPhone|sample\/WatchSample)/,
];
const LEGAL_TEXTS = [
  /\/(?:html-parse-stringify|react-i18next\/dist\/es\/Trans)/,
  /\/apps\/web\/src\/(?:services\/use-operator|features\/consent\/use-consent-texts|[\w/-]+\/policy-url)/,
];
const METRICS_OF_A_RESULT = [/\/apps\/web\/src\/features\/results\/(?:info|metric|model)\//];
const CAMERA = [
  /\/apps\/web\/src\/platform\/camera\/(?:constraints|permission|open-stream|camera-fault|devices|facing)\.ts$/,
];
const CREDENTIALS = [
  /\/packages\/ui\/src\/(?:credentials|graphics\/QrCode)/,
  /\/apps\/web\/src\/components\/credentials\//,
];
const FORM_CONTROLS = [/\/packages\/ui\/src\/form\/[\w-]+\.tsx?$/];
/** Modules shared by later screens are merged with a neighbour below this size, before compression. */
const SMALL_BYTES = 24_000;

const APP = path.resolve(import.meta.dirname, '../src/start.tsx');
const partFile = (name: string): string =>
  path.resolve(import.meta.dirname, `../src/parts/${name}.ts`);
/** Parts evaluated before the app, each in a task of its own; a part comes before those that import it. */
const PARTS = ['react', 'contract', 'backend', 'libraries'];

/** The scripts of the first view besides the page's own. */
export const FIRST_VIEW = ['rolldown-runtime', ...PARTS, 'start'];

/** Modules that the page's own script reaches by static imports. Cached: it is read for every module of the build. */
let pageModules: Set<string> | null = null;
function isOfPage(id: string, graph: ModuleGraph): boolean {
  if (pageModules === null) {
    pageModules = new Set([PAGE]);
    for (const module of pageModules) {
      for (const found of graph.getModuleInfo(module)?.importedIds ?? []) pageModules.add(found);
    }
  }
  return pageModules.has(id);
}

/** Groups `file` with its imports and their dependencies, except modules that are tree-shaken. */
const importsOf = (file: string, name: string, priority: number) => ({
  debugName: name,
  name: (id: string, graph: ModuleGraph) => {
    const imported = graph.getModuleInfo(file)?.importedIds ?? [];
    return id === file || imported.includes(id) ? name : null;
  },
  priority,
});

/** Groups modules with a matching id, with their dependencies. */
const matching = (name: string, modules: readonly RegExp[], priority = 2) => ({
  debugName: name,
  name: (id: string) => (modules.some((one) => one.test(id)) ? name : null),
  priority,
});

/**
 * Groups modules into files. By default the bundler makes a file of every set of modules that the same screens share:
 * the first view was 40 files, which a phone requests in waves. Here the first view is the page's own script, whose
 * name identifies the version, and a few more files; a language's first texts are one file; modules shared by later
 * screens are in files worth a request. The latter are never part of the first view.
 */
export const CHUNKS = {
  groups: [
    {
      debugName: 'page',
      name: (id: string, graph: ModuleGraph) => (isOfPage(id, graph) ? 'first' : null),
      priority: 9,
    },
    ...PARTS.map((part, position) => importsOf(partFile(part), part, 8 - position)),
    importsOf(APP, 'start', 3),
    {
      debugName: 'first texts',
      name: (id: string) => {
        const language = FIRST_TEXTS.exec(id)?.[1];
        return language === undefined ? null : `texts-${language}`;
      },
      priority: 2,
    },
    // Shared by many screens: split and merged with neighbours they would import each other in a circle. A group
    // includes all its dependencies, so that nothing imports it back.
    matching('metrics', SETTINGS_AND_METRICS),
    matching('screen', SCREEN_PARTS, 3),
    matching('camera', CAMERA),
    matching('legal', LEGAL_TEXTS),
    matching('metric', METRICS_OF_A_RESULT),
    matching('charts', CHARTS),
    matching('credentials', CREDENTIALS),
    matching('form', FORM_CONTROLS),
    {
      name: 'shared',
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: SMALL_BYTES,
      priority: 1,
    },
  ],
};

/** The bundler joins the names of all modules that share a file, and the first view names every file. */
export const shortName = (name: string): string => name.split('~')[0] ?? name;
