// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { expect, test } from 'vitest';
import { PIPELINE } from './trace-cache.ts';

/** The files of this checkout whose URLs a module imports. */
function assetsOf(module: string): string[] {
  const source = readFileSync(path.join(CHECKOUT, module), 'utf8');
  return [...source.matchAll(/from '(\.[^']+)\?url'/g)].map(([, file = '']) =>
    path.posix.join(path.posix.dirname(module), file),
  );
}

test('a trace is extracted again when a wasm file that the capture loads has changed', () => {
  const assets = ['packages/capture/src/assets.ts', 'packages/extractor/src/urls.ts'].map(assetsOf);
  expect(assets.map(({ length }) => length)).toEqual([2, 2]);
  for (const asset of assets.flat()) {
    expect(
      PIPELINE.some((place) => asset.startsWith(`${place}/`)),
      asset,
    ).toBe(true);
  }
});
