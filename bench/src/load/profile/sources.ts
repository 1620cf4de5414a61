// SPDX-License-Identifier: Apache-2.0
/** Source files of bundled functions, from the source maps next to the bundle. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceOf } from './parts.ts';

function readMap(file: string): SourceMap | null {
  if (!existsSync(`${file}.map`)) return null;
  // Written by the bundler of this checkout.
  return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
}

/** Reads each map once. */
export function bundledSources(): SourceOf {
  const maps = new Map<string, SourceMap | null>();
  return ({ url, lineNumber, columnNumber }) => {
    if (url.startsWith('node:')) return url;
    const file = url.startsWith('file:') ? fileURLToPath(url) : url;
    let map = maps.get(file);
    if (map === undefined) maps.set(file, (map = readMap(file)));
    const entry = map?.findEntry(lineNumber, columnNumber);
    if (entry === undefined || !('originalSource' in entry)) return file;
    return path.resolve(path.dirname(file), entry.originalSource);
  };
}
