// SPDX-License-Identifier: Apache-2.0
import type { Command } from 'commander';
import { z } from '@perfuse/contract/schema';
import { readConfiguration, type Configuration } from '../platform/config/configuration.ts';
import { UsageError } from './failure.ts';
import { fromHere } from './input.ts';
import { openOperator, type Operator } from './operator.ts';
import { printAnswer, type Answer } from './output.ts';
import type { Terminal, TerminalCommand } from './terminal.ts';

const globalOptions = z.object({ json: z.optional(z.boolean()), dataDir: z.optional(z.string()) });

/** Why the command at this path failed. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly path: string;
  readonly isJson: boolean;

  constructor(path: string, isJson: boolean, cause: unknown) {
    super(`The command ${path} failed.`, { cause });
    this.path = path;
    this.isJson = isJson;
  }
}

/** A command was completed and its answer printed, but the process exits with this code. */
export class UnhealthyResult extends Error {
  override readonly name = 'UnhealthyResult';
  readonly exit: number;

  constructor(exit: number) {
    super('The command found a problem.');
    this.exit = exit;
  }
}

/** The path of a command, such as `user create`. */
export function pathOf(command: Command): string {
  const { parent } = command;
  if (parent === null) return '';
  return `${pathOf(parent)} ${command.name()}`.trim();
}

/** The server's settings; `--data-dir` overrides theirs. @throws UsageError */
function configure(terminal: Terminal, dataDir: string | undefined): Configuration {
  const given = dataDir === undefined ? {} : { PERFUSE_DATA_DIR: fromHere(terminal, dataDir) };
  const read = readConfiguration({ ...terminal.environment, ...given });
  if (read.ok) return read.value;
  throw new UsageError(`The configuration is not valid:\n  ${read.reason.join('\n  ')}`);
}

/** Describes what is wrong with a value. */
const refusalOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue.message;

/** An option or argument as the user writes it. */
function writtenAs(command: Command, key: string): string {
  const option = command.options.find((one) => one.attributeName() === key);
  return option?.long ?? `<${key}>`;
}

/** Options and arguments merged and parsed. @throws UsageError that names the first one refused. */
function given<S extends z.ZodMiniType>(command: Command, schema: S): z.output<S> {
  const named: [string, unknown][] = command.registeredArguments.map((argument, at) => [
    argument.name(),
    command.processedArgs[at],
  ]);
  const parsed = schema.safeParse({ ...command.opts(), ...Object.fromEntries(named) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw new UsageError('A value is not valid.');
  throw new UsageError(`${writtenAs(command, String(issue.path[0]))}: ${refusalOf(issue)}`);
}

type CommandHandler<G, C> = (given: G, context: C, terminal: Terminal) => Promise<Answer>;

/** Sets a command's action, which does not need an open store. */
export function handleWithoutStore<S extends z.ZodMiniType>(
  command: TerminalCommand,
  schema: S,
  run: CommandHandler<z.output<S>, Configuration>,
): void {
  command.action(async () => {
    const path = pathOf(command);
    const { terminal } = command;
    const { json = false, dataDir } = globalOptions.parse(command.optsWithGlobals());
    let exit: number | undefined;
    try {
      const configuration = configure(terminal, dataDir);
      const answer = await run(given(command, schema), configuration, terminal);
      printAnswer(terminal, path, answer, json);
      ({ exit } = answer);
    } catch (error) {
      throw new CommandError(path, json, error);
    }
    if (exit !== undefined) throw new UnhealthyResult(exit);
  });
}

/** Sets a command's action on the open store. */
export function handle<S extends z.ZodMiniType>(
  command: TerminalCommand,
  schema: S,
  run: CommandHandler<z.output<S>, Operator>,
): void {
  handleWithoutStore(command, schema, async (options, configuration, terminal) => {
    const operator = await openOperator(configuration);
    try {
      return await run(options, operator, terminal);
    } finally {
      await operator.close();
    }
  });
}

/** Examples below a command's help, each a line to copy. */
export const examples = (command: Command, ...lines: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`);
