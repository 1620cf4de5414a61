// SPDX-License-Identifier: Apache-2.0
/** The command lines of the benches: `--help`, and a mistake in one line instead of a stack. */
import process from 'node:process';
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * What was asked for: the values of `options`, what the command is for, or nothing that it knows.
 * @param allowPositionals whether it takes names besides options.
 */
export function parseLine<const O extends Options>(
  words: readonly string[],
  options: O,
  allowPositionals = false,
) {
  if (words.includes('--help') || words.includes('-h')) return { kind: 'help' } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals });
    return { kind: 'run', values, names: positionals } as const;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { kind: 'wrong', reason: error.message } as const;
  }
}

/** Ends the process with 2, saying what is wrong and what would be right. */
export function refuse(reason: string, usage: string): never {
  process.stderr.write(`${reason}\n\n${usage}`);
  process.exit(2);
}

function read<const O extends Options>(usage: string, options: O, allowPositionals: boolean) {
  const line = parseLine(process.argv.slice(2), options, allowPositionals);
  if (line.kind === 'wrong') refuse(line.reason, usage);
  if (line.kind === 'run') return line;
  process.stdout.write(usage);
  process.exit(0);
}

/**
 * Reads this process's command line. `--help` ends it with 0, what is typed wrongly with 2; both say `usage`.
 * @param usage what the command does and takes, for people; ends with a line feed.
 */
export function readCommandLine<const O extends Options>(usage: string, options: O) {
  return read(usage, options, false).values;
}

/** As {@link readCommandLine}, with the names that come besides options. */
export function readCommandLineWithNames<const O extends Options>(usage: string, options: O) {
  return read(usage, options, true);
}
