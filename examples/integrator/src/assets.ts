// SPDX-License-Identifier: Apache-2.0
/** Files of the example's pages, read once. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const FILES: Readonly<Record<string, string>> = {
  'style.css': 'text/css; charset=utf-8',
  'theme.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
};

export interface Asset {
  readonly type: string;
  readonly body: Buffer;
}

/** @param folder of the files. @returns the files by their path in the address. */
export async function readAssets(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const assets = await Promise.all(
    Object.entries(FILES).map(async ([name, type]): Promise<[string, Asset]> => [
      `/${name}`,
      { type, body: await readFile(path.join(folder, name)) },
    ]),
  );
  return new Map(assets);
}
