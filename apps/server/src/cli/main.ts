// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';
import { CommanderError } from 'commander';
import { EXIT } from './failure.ts';
import { printFailure } from './output.ts';
import { createProgram } from './program.ts';

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  try {
    await createProgram().parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version end this way too, with 0; help that nobody asked for with 1.
    if (error.exitCode === 0) return;
    process.exitCode = EXIT.usage;
    const isJson = words.includes('--json');
    const isHelp = error.code === 'commander.help';
    if (isHelp && !isJson) return;
    const said = isHelp ? 'a command is missing' : error.message.replace(/^error: /, '');
    const failure = { code: 'USAGE', message: `${said} (see --help)`, exit: EXIT.usage };
    printFailure('', failure, isJson);
  }
}

await main();
