// SPDX-License-Identifier: Apache-2.0
/** The folders of an app import each other without cycles; tests are excluded. */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-circles',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    includeOnly: '^apps/[^/]+/src/',
    exclude: { path: '\\.test(-support)?\\.tsx?$' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
