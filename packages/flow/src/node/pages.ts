// SPDX-License-Identifier: Apache-2.0
/** The reference pages generated from code, and their paths. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import { format, type FormatConfig } from 'oxfmt';
import { errorsPage } from '../reference/errors-page.ts';
import { flowPage } from '../reference/flow-page.ts';

const TEXTS = 'packages/locales/en/measurement.json';
const textsSchema = z.object({ failures: z.record(z.string(), z.object({ title: z.string() })) });

export interface Page {
  /** Path below the project's root. */
  readonly file: string;
  /** Formatted as by `npm run format`. */
  readonly text: string;
}

/** @param root the project's folder. */
export async function referencePages(root: string): Promise<Page[]> {
  const json: unknown = JSON.parse(await readFile(path.join(root, TEXTS), 'utf8'));
  const { failures } = textsSchema.parse(json);
  const titleOf = (key: string): string => {
    const title = failures[key]?.title;
    if (title === undefined) throw new Error(`${TEXTS} has no failures.${key}.title.`);
    return title;
  };
  const config = JSON.parse(
    await readFile(path.join(root, '.oxfmtrc.json'), 'utf8'),
  ) as FormatConfig;
  const page = async (file: string, text: string): Promise<Page> => {
    const { code } = await format(file, text, config);
    return { file, text: code };
  };
  return [
    await page('docs/reference/measurement-flow.md', flowPage()),
    await page('docs/reference/errors.md', errorsPage(titleOf)),
  ];
}
