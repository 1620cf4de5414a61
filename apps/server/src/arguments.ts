// SPDX-License-Identifier: Apache-2.0
/** The server's command line. It has few flags, since settings come from the environment. */

export const USAGE = `Usage: node apps/server/dist/main.mjs [--check-config | --write-secrets FILE]

Starts a server of Perfuse. Its settings come from the environment: docs/reference/configuration.md.

  --check-config         print each setting with its meaning and value, then any problems; exits with 2 if there are any
  --write-secrets FILE   create the file of keys that servers share (PERFUSE_SECRETS_FILE); an existing one is kept
  --help                 print this help
`;

export type Task =
  | { readonly task: 'serve' | 'check' | 'help' }
  | { readonly task: 'write-secrets'; readonly file: string }
  /** Invalid arguments: nothing is started. */
  | { readonly task: 'refuse'; readonly reason: string };

/** @param words the arguments after the program's name. */
export function readArguments(words: readonly string[]): Task {
  const [flag, file, ...more] = words;
  if (flag === undefined) return { task: 'serve' };
  if (flag === '--write-secrets') {
    if (file === undefined || file.startsWith('--')) {
      return { task: 'refuse', reason: '--write-secrets needs a file name' };
    }
    if (more.length === 0) return { task: 'write-secrets', file };
    return { task: 'refuse', reason: `unexpected argument: ${more.join(' ')}` };
  }
  if (file !== undefined) {
    return { task: 'refuse', reason: `unexpected argument: ${[file, ...more].join(' ')}` };
  }
  if (flag === '--help' || flag === '-h') return { task: 'help' };
  if (flag === '--check-config') return { task: 'check' };
  return { task: 'refuse', reason: `unknown argument: ${flag}` };
}
