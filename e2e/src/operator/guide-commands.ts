// SPDX-License-Identifier: Apache-2.0
/** The commands of a guide, as an operator copies them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CHECKOUT } from '@perfuse/testing/checkout';

/** The words of one command line of a POSIX shell, without its comment. */
function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  for (const [, single, double, bare, comment] of line.matchAll(
    /'([^']*)'|"([^"]*)"|([^\s"'#]+)|(#.*)/g,
  )) {
    if (comment !== undefined) break;
    words.push(single ?? double ?? bare ?? '');
  }
  return words;
}

/** An option whose value is quoted, as in `--set name="some text"`, is one word. */
function joined(line: string): string {
  return line.replaceAll(/([^\s"']+=)"([^"]*)"/g, "'$1$2'");
}

/**
 * @param section the text of its heading, of the first or second level.
 * @param guide its file in docs/guides.
 * @returns the words after `perfuse` of each command in the section, in order.
 */
export async function commandsOf(
  section: string,
  guide = 'operate.md',
): Promise<readonly (readonly string[])[]> {
  const text = await readFile(path.join(CHECKOUT, 'docs/guides', guide), 'utf8');
  const body = text.split(/^##? /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  const blocks = [...body.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');
  return blocks
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => wordsOf(joined(line)))
    .filter(([program]) => program === 'perfuse')
    .map(([, ...words]) => words);
}
