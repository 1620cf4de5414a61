// SPDX-License-Identifier: Apache-2.0
import type { Readable, Writable } from 'node:stream';
import { Command } from 'commander';

/** Streams and environment of a run of the command line: of this process, or of a test. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/** A command that knows its terminal, as do all its subcommands. */
export class TerminalCommand extends Command {
  readonly terminal: Terminal;

  constructor(name: string | undefined, terminal: Terminal) {
    super(name);
    this.terminal = terminal;
  }

  override createCommand(name?: string): TerminalCommand {
    return new TerminalCommand(name, this.terminal);
  }
}
