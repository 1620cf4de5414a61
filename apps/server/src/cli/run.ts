// SPDX-License-Identifier: Apache-2.0
import { CommanderError } from 'commander';
import { EXIT, failureOf, type Failure } from './failure.ts';
import { printFailure } from './output.ts';
import { BadNews, CommandError } from './perform.ts';
import { createProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

/** Of a command line that names no command, or one with wrong options. */
function misspelt(error: CommanderError): Failure {
  const said =
    error.code === 'commander.help'
      ? 'a command is missing'
      : error.message.replace(/^error: /, '');
  return { code: 'USAGE', message: `${said} (see --help)`, exit: EXIT.usage };
}

/** Runs one command. @returns what the process exits with. */
export async function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(words, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof BadNews) return error.exit;
    if (error instanceof CommandError) {
      const failure = failureOf(error.cause);
      printFailure(terminal, error.path, failure, error.isJson);
      return failure.exit;
    }
    if (!(error instanceof CommanderError)) throw error;
    // Help and version end this way too, with 0; help instead of a missing command with 1.
    if (error.exitCode === 0) return EXIT.done;
    const isJson = words.includes('--json');
    const failure = misspelt(error);
    // Help was shown instead.
    if (error.code !== 'commander.help' || isJson) printFailure(terminal, '', failure, isJson);
    return failure.exit;
  }
}
