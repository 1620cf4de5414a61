// SPDX-License-Identifier: Apache-2.0
/** The allowed directions of imports: docs/architecture.md. */
const { existsSync, readFileSync, readdirSync } = require('node:fs');
const typescript = require('typescript');

// Without TypeScript's programming interface, which 7 does not have, every .ts file would be skipped silently.
if (typeof typescript.createSourceFile !== 'function') {
  throw new Error('dependency-cruiser needs the programming interface of TypeScript 6.');
}

const PARENTS = ['packages', 'apps', 'examples'];
const FOLDERS = [
  ...PARENTS.flatMap((parent) => readdirSync(parent).map((name) => `${parent}/${name}`)),
  'e2e',
  'bench',
].filter((folder) => existsSync(`${folder}/package.json`));
const WORKSPACES = FOLDERS.map((folder) => {
  const { name, dependencies, devDependencies } = JSON.parse(
    readFileSync(`${folder}/package.json`, 'utf8'),
  );
  return { folder, name, dependencies, devDependencies };
});
const inFolders = (folders) => `^(${folders.join('|')})/`;
const foldersOf = (dependencies = {}) =>
  WORKSPACES.filter(({ name }) => Object.hasOwn(dependencies, name)).map(({ folder }) => folder);

const TESTS = '\\.(test|bench)\\.tsx?$|/src/testing/';
/** A workspace imports those of our packages that its package.json declares; devDependencies are for its tests. */
const declaredRules = WORKSPACES.flatMap(({ folder, dependencies, devDependencies }) => {
  const forAll = [folder, ...foldersOf(dependencies)];
  const rule = (name, from, allowed) => ({
    name: `${folder}-${name}`,
    comment: `${folder}/package.json declares no other ${name} of ours`,
    severity: 'error',
    from: { path: inFolders([folder]), ...from },
    to: { path: inFolders(FOLDERS), pathNot: inFolders(allowed) },
  });
  return [
    rule('dependencies', { pathNot: TESTS }, forAll),
    rule('devDependencies', {}, [...forAll, ...foldersOf(devDependencies)]),
  ];
});

/** Folders of apps/web/src: each imports only those below it. */
const WEB_LAYERS = [
  ['app', 'gallery'],
  ['features'],
  ['testing'],
  ['components'],
  ['services'],
  ['metrics'],
  ['i18n'],
  ['launch', 'session-timeout'],
  ['account', 'routes'],
  ['session'],
  ['config'],
  ['platform'],
];
const webFolders = (names) => `^apps/web/src/(${names.join('|')})/`;
const webLayerRules = WEB_LAYERS.slice(1).map((names, index) => ({
  name: `web-layer-${names[0]}`,
  comment: `${names.join(', ')} may import only the layers below`,
  severity: 'error',
  from: { path: webFolders(names), pathNot: '\\.test\\.tsx?$' },
  to: { path: webFolders(WEB_LAYERS.slice(0, index + 1).flat()) },
}));

/** The modules that a feature offers to other features. */
const FEATURE_FACES = [
  'consent/use-consent-texts.ts',
  'handoff/ContinueOnPhone.tsx',
  'sample/WatchSample.tsx',
  'language/LanguageSwitch.tsx',
  'login/SecondStepScreen.tsx',
  'measurement/study-filming.ts',
  'session/ForgetMe.tsx',
];

/** What the parts of the server may import of each other. The platform imports no module; the rest is forbidden. */
const PLATFORM = {
  errors: [],
  config: [],
  telemetry: ['config'],
  storage: ['config', 'telemetry'],
  jobs: ['config', 'storage', 'telemetry'],
  crypto: ['errors', 'jobs', 'storage'],
  backup: ['crypto', 'mail', 'storage'],
  outbound: ['config', 'telemetry'],
  mail: ['config', 'errors', 'jobs', 'storage', 'telemetry'],
  http: ['config', 'errors', 'storage', 'telemetry'],
};
const MODULES = {
  audit: [],
  measurements: [],
  organisations: [],
  accounts: ['audit', 'measurements', 'organisations'],
  launch: ['accounts', 'measurements', 'organisations'],
  events: ['launch', 'organisations'],
  handoff: ['accounts', 'launch'],
  analysis: ['accounts', 'measurements', 'organisations'],
  'protocol-admin': ['accounts', 'analysis', 'measurements', 'organisations'],
  web: ['accounts', 'organisations'],
  admin: ['accounts', 'audit', 'events', 'measurements', 'organisations', 'web'],
};
const SERVER = '^apps/server/src/';
const serverRules = (kind, table) =>
  Object.entries(table).map(([name, known]) => ({
    name: `server-${kind}-${name}`,
    comment: `${name} may know: ${known.join(', ') || `no other of ${kind}`}`,
    severity: 'error',
    from: { path: `${SERVER}${kind}/${name}/`, pathNot: TESTS },
    to: {
      path: kind === 'platform' ? SERVER : `${SERVER}(?!platform/)`,
      pathNot: [name, ...known].map((each) => `${SERVER}${kind}/${each}/`),
    },
  }));

module.exports = {
  forbidden: [
    ...declaredRules,
    {
      name: 'by-name',
      comment: 'code of another workspace is imported by the name of its package',
      severity: 'error',
      from: { path: '^((?:packages|apps|examples)/[^/]+|e2e|bench)/' },
      to: { path: inFolders(FOLDERS), pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: {
        couldNotResolve: true,
        // Installed on request, by scripts/tool.mjs.
        pathNot:
          '\\?(url|worker|raw)$|^(onnxruntime-web|assemblyscript|openapi-fetch|openapi-typescript)(/|$)',
      },
    },
    ...serverRules('platform', PLATFORM),
    ...serverRules('modules', MODULES),
    {
      name: 'server-faces',
      comment: "a module's index.ts is what the others see of it",
      severity: 'error',
      from: { path: SERVER, pathNot: [TESTS, `${SERVER}modules/`] },
      to: { path: `${SERVER}modules/`, pathNot: '/modules/[^/]+/index\\.ts$' },
    },
    {
      name: 'server-faces-of-modules',
      comment: "a module's index.ts is what the others see of it",
      severity: 'error',
      from: { path: `${SERVER}modules/([^/]+)/`, pathNot: TESTS },
      to: {
        path: `${SERVER}modules/`,
        pathNot: [`${SERVER}modules/$1/`, '/modules/[^/]+/index\\.ts$'],
      },
    },
    ...webLayerRules,
    {
      name: 'web-features',
      comment: 'a feature may import of another feature only what is listed in FEATURE_FACES',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^apps/web/src/features/',
        pathNot: [
          '^apps/web/src/features/$1/',
          `^apps/web/src/features/(${FEATURE_FACES.join('|')})$`,
        ],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|build|\\.cache)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
