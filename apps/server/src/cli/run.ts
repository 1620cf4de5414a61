// SPDX-License-Identifier: Apache-2.0
import { CommanderError } from 'commander';
import { EXIT, failureOf, type Failure } from './failure.ts';
import { printFailure } from './output.ts';
import { UnhealthyResult, CommandError } from './perform.ts';
import { createProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

/** The failure of a command line without a command, or with wrong options. */
function misspelt(error: CommanderError): Failure {
  const said =
    error.code === 'commander.help'
      ? 'a command is missing'
      : error.message.replace(/^error: /, '');
  return { code: 'USAGE', message: `${said} (see --help)`, exit: EXIT.usage };
}

/** Runs one command. @returns the exit code. */
export async function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(words, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof UnhealthyResult) return error.exit;
    if (error instanceof CommandError) {
      const failure = failureOf(error.cause);
      printFailure(terminal, error.path, failure, error.isJson);
      return failure.exit;
    }
    if (!(error instanceof CommanderError)) throw error;
    // Help and version also throw, with 0; help shown for a missing command, with 1.
    if (error.exitCode === 0) return EXIT.done;
    const isJson = words.includes('--json');
    const failure = misspelt(error);
    // If help was shown, no message is needed.
    if (error.code !== 'commander.help' || isJson) printFailure(terminal, '', failure, isJson);
    return failure.exit;
  }
}
