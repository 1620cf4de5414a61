// SPDX-License-Identifier: Apache-2.0
/** Imports run one way: contract <- vitals, extractor, phantom <- capture, flow <- web; contract, vitals <- server. */
const typescript = require('typescript');

// Without TypeScript's programming interface, which 7 does not have, every .ts file would be passed over in silence.
if (typeof typescript.createSourceFile !== 'function') {
  throw new Error('dependency-cruiser needs the programming interface of TypeScript 6.');
}

const room = (name) => `^(packages|apps)/${name}/`;
/** @param tests folder of the room whose code only tests import. */
const onlyFrom = (name, allowed, tests = '') => ({
  name: `${name}-imports`,
  comment: `${name} may import of ours: ${allowed.join(', ') || 'nothing'}`,
  severity: 'error',
  from: {
    path: room(name),
    pathNot: ['\\.(test|bench)\\.tsx?$', ...(tests === '' ? [] : [`${room(name)}${tests}`])],
  },
  to: { path: '^(packages|apps|e2e|bench)/', pathNot: [room(name), ...allowed.map(room)] },
});

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(url|worker|raw)$' },
    },
    onlyFrom('contract', []),
    onlyFrom('vitals', ['contract']),
    onlyFrom('extractor', ['contract']),
    onlyFrom('phantom', ['contract']),
    onlyFrom('capture', ['contract', 'extractor']),
    onlyFrom('flow', ['contract']),
    onlyFrom('web', ['contract', 'capture', 'flow']),
    {
      name: 'admin-imports',
      comment: 'admin may import of ours: contract, and the look of the app (apps/web/src/ui)',
      severity: 'error',
      from: { path: room('admin'), pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^(packages|apps|e2e|bench)/',
        pathNot: [room('admin'), room('contract'), '^apps/web/src/ui/'],
      },
    },
    onlyFrom('server', ['contract', 'vitals'], 'src/testing/'),
    onlyFrom('rig', ['contract', 'capture']),
    onlyFrom('integrator', ['contract']),
    onlyFrom('measure', ['contract', 'rig'], 'src/testing/'),
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
