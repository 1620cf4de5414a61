// SPDX-License-Identifier: Apache-2.0
/** Test rig: the operator's command line as its own process. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { z } from '@perfuse/contract/schema';
import { bundledServer } from './bundled.ts';

export interface CommandRun {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface CommandOptions {
  readonly directory: string;
  readonly input?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Runs the command to its end, as scripts do: nobody can be asked. */
export async function runCommand(
  words: readonly string[],
  { directory, input = '', environment = {} }: CommandOptions,
): Promise<CommandRun> {
  const program = path.join(await bundledServer(), 'perfuse.mjs');
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env['PATH'], PERFUSE_DATA_DIR: directory, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  // A command that reads nothing may be gone before the input is written.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output, errors };
}

const answer = z.object({ ok: z.literal(true), command: z.string(), result: z.unknown() });
const failure = z.object({
  ok: z.literal(false),
  command: z.string(),
  error: z.object({ code: z.string(), message: z.string(), fields: z.optional(z.unknown()) }),
});

/** What a command answers to a script. */
export async function done<S extends z.ZodMiniType>(
  schema: S,
  words: readonly string[],
  options: CommandOptions,
): Promise<z.output<S>> {
  const run = await runCommand([...words, '--json'], options);
  if (run.code !== 0) throw new Error(`${words.join(' ')}: ${run.output}${run.errors}`);
  return schema.parse(answer.parse(JSON.parse(run.output)).result);
}

/** How a command is refused. */
export async function refused(
  words: readonly string[],
  options: CommandOptions,
): Promise<z.output<typeof failure>['error'] & { readonly exit: number | null }> {
  const run = await runCommand([...words, '--json'], options);
  return { ...failure.parse(JSON.parse(run.output)).error, exit: run.code };
}
