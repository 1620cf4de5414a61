// SPDX-License-Identifier: Apache-2.0
/** Test helper: the operator's command line, in the test's own process. */
import { Readable, Writable } from 'node:stream';
import { z } from '@perfuse/contract/schema';
import { runCommandLine } from '../cli/run.ts';

export interface CommandRun {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

export interface CommandOptions {
  readonly directory: string;
  readonly input?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** A stream that collects what is written to it. */
function keeping(): { readonly stream: Writable; readonly text: () => string } {
  let text = '';
  const stream = new Writable({
    write: (part: Buffer, _encoding, done) => {
      text += part.toString();
      done();
    },
  });
  return { stream, text: () => text };
}

/** Runs the command to its end without a terminal to prompt on, as scripts do. */
export async function runCommand(
  words: readonly string[],
  { directory, input = '', environment = {} }: CommandOptions,
): Promise<CommandRun> {
  const [stdout, stderr] = [keeping(), keeping()];
  const code = await runCommandLine(words, {
    environment: { PERFUSE_DATA_DIR: directory, ...environment },
    stdin: Readable.from(input === '' ? [] : [input]),
    stdout: stdout.stream,
    stderr: stderr.stream,
  });
  return { code, output: stdout.text(), errors: stderr.text() };
}

const answer = z.object({ ok: z.literal(true), command: z.string(), result: z.unknown() });
const failure = z.object({
  ok: z.literal(false),
  command: z.string(),
  error: z.object({ code: z.string(), message: z.string(), fields: z.optional(z.unknown()) }),
});

/** Runs a command as a script does. @returns its result. */
export async function done<S extends z.ZodMiniType>(
  schema: S,
  words: readonly string[],
  options: CommandOptions,
): Promise<z.output<S>> {
  const run = await runCommand([...words, '--json'], options);
  if (run.code !== 0) throw new Error(`${words.join(' ')}: ${run.output}${run.errors}`);
  return schema.parse(answer.parse(JSON.parse(run.output)).result);
}

/** Runs a command that is refused. @returns its error. */
export async function refused(
  words: readonly string[],
  options: CommandOptions,
): Promise<z.output<typeof failure>['error'] & { readonly exit: number }> {
  const run = await runCommand([...words, '--json'], options);
  return { ...failure.parse(JSON.parse(run.output)).error, exit: run.code };
}
