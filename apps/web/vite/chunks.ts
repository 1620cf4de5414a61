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
/** What nearly every screen is made of. */
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
/** What later screens share goes with a neighbour when it is smaller than this, before compression. */
const SMALL_BYTES = 24_000;

const APP = path.resolve(import.meta.dirname, '../src/start.tsx');
const partFile = (name: string): string =>
  path.resolve(import.meta.dirname, `../src/parts/${name}.ts`);
/** What is evaluated in tasks of their own before the app; one that others import comes before them. */
const PARTS = ['react', 'contract', 'backend', 'libraries'];

/** The scripts of the first view besides the page's own. */
export const FIRST_VIEW = ['rolldown-runtime', ...PARTS, 'start'];

/** Every module that the page's own script leads to by static imports. Asked for every module of the build. */
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

/** What `file` imports goes together, with whatever that imports, less what nothing of it is used. */
const importsOf = (file: string, name: string, priority: number) => ({
  debugName: name,
  name: (id: string, graph: ModuleGraph) => {
    const imported = graph.getModuleInfo(file)?.importedIds ?? [];
    return id === file || imported.includes(id) ? name : null;
  },
  priority,
});

/** Modules with such an id go together, with whatever they import. */
const matching = (name: string, modules: readonly RegExp[], priority = 2) => ({
  debugName: name,
  name: (id: string) => (modules.some((one) => one.test(id)) ? name : null),
  priority,
});

/**
 * How modules go together into files. Left to itself the bundler makes a file of every set of modules that the same
 * screens share: the first view was 40 of them, which a phone requests in waves. Now the first view is the page's own
 * script, whose name is the version's, and a few files beside it; a language's first texts are one; and what later
 * screens share comes in files worth asking for. None of these is ever a part of the first view.
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
    // Many screens share them: cut up and merged with neighbours they would import each other in a circle. A group
    // takes with it whatever it imports, so that nothing leads back.
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

/** The bundler names a shared file by all that share it, and the first view names every file. */
export const shortName = (name: string): string => name.split('~')[0] ?? name;
