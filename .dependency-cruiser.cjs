// SPDX-License-Identifier: Apache-2.0
/** Imports run one way: contract <- vitals, extractor, phantom <- capture, flow <- web; client, ui <- web, admin; contract, vitals <- server. */
const typescript = require('typescript');

// Without TypeScript's programming interface, which 7 does not have, every .ts file would be passed over in silence.
if (typeof typescript.createSourceFile !== 'function') {
  throw new Error('dependency-cruiser needs the programming interface of TypeScript 6.');
}

const workspace = (name) => `^(packages|apps)/${name}/`;
/** @param tests folder of the package whose code only tests import. */
const onlyFrom = (name, allowed, tests = '') => ({
  name: `${name}-imports`,
  comment: `${name} may import of ours: ${allowed.join(', ') || 'nothing'}`,
  severity: 'error',
  from: {
    path: workspace(name),
    pathNot: ['\\.(test|bench)\\.tsx?$', ...(tests === '' ? [] : [`${workspace(name)}${tests}`])],
  },
  to: {
    path: '^(packages|apps|e2e|bench)/',
    pathNot: [workspace(name), ...allowed.map(workspace)],
  },
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

/** What a feature offers to other features. */
const FEATURE_FACES = [
  'consent/use-consent-texts.ts',
  'handoff/PhoneOffer.tsx',
  'language/LanguageSwitch.tsx',
  'login/SecondStepScreen.tsx',
];

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: {
        couldNotResolve: true,
        // Installed on request, by scripts/tool.mjs.
        pathNot: '\\?(url|worker|raw)$|^(onnxruntime-web|assemblyscript)(/|$)',
      },
    },
    onlyFrom('contract', []),
    onlyFrom('vitals', ['contract']),
    onlyFrom('extractor', ['contract']),
    onlyFrom('phantom', ['contract']),
    onlyFrom('capture', ['contract', 'extractor']),
    onlyFrom('flow', ['contract']),
    onlyFrom('web', ['contract', 'client', 'capture', 'flow', 'ui']),
    onlyFrom('client', ['contract']),
    onlyFrom('ui', []),
    onlyFrom('admin', ['contract', 'client', 'ui']),
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
    onlyFrom('server', ['contract', 'vitals'], 'src/testing/'),
    onlyFrom('testing', ['contract', 'phantom']),
    onlyFrom('browser-harness', ['contract', 'capture', 'testing']),
    onlyFrom('integrator', ['contract']),
    onlyFrom('measure', ['contract', 'browser-harness', 'testing'], 'src/testing/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|build|\\.cache)/' },
    tsConfig: { fileName: 'tsconfig.node.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
