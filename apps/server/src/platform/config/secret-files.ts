// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';

/** Suffix of a variable that names the file with the value, as orchestrators mount secrets. */
const SUFFIX = '_FILE';

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

/**
 * The environment with the secrets that are in files: `DATABASE_URL_FILE=/run/secrets/url` stands for `DATABASE_URL`.
 * @param names variables that may come from a file.
 * @returns one line for each file that cannot be read or is empty, and for each secret that is set twice.
 */
export function withSecretsFromFiles(
  environment: NodeJS.ProcessEnv,
  names: ReadonlySet<string>,
): Outcome<NodeJS.ProcessEnv, readonly string[]> {
  const isVariable = (name: string): boolean =>
    name.endsWith(SUFFIX) && names.has(name.slice(0, -SUFFIX.length));
  const whole: NodeJS.ProcessEnv = Object.fromEntries(
    Object.entries(environment).filter(([name]) => !isVariable(name)),
  );
  const problems: string[] = [];
  for (const name of names) {
    const variable = `${name}${SUFFIX}`;
    const file = environment[variable] ?? '';
    if (file === '') continue;
    const content = contentOf(file);
    if ((environment[name] ?? '') !== '') problems.push(`${name} and ${variable} are both set`);
    else if (content === null || content === '') {
      problems.push(`${variable} must name a file that can be read and is not empty`);
    } else whole[name] = content;
  }
  return problems.length === 0 ? accepted(whole) : refused(problems);
}
