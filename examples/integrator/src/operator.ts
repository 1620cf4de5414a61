// SPDX-License-Identifier: Apache-2.0
/** Runs the product's command line beside the running server, as an operator would by hand. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { z } from '@perfuse/contract/schema';

const answerSchema = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
]);

export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export interface OperatorOptions {
  /** The product's checkout. */
  readonly root: string;
  readonly dataDir: string;
  /** Called with every command before it runs. */
  readonly onCommand: (command: string) => void;
}

export type Perfuse = (args: readonly string[], input?: string) => Promise<unknown>;

const shown = (arg: string): string => (/^[\w./:-]+$/.test(arg) ? arg : `'${arg}'`);

/** @returns a function that runs one command and resolves to its result. */
export function commandLine({ root, dataDir, onCommand }: OperatorOptions): Perfuse {
  const program = path.join(root, 'apps/server/dist/perfuse.mjs');
  // As for the server: otherwise addresses of this machine are refused.
  const env = { PERFUSE_PRIVATE_TARGETS: 'loopback', ...process.env };
  return (args, input) => {
    if (!existsSync(program)) {
      throw new CommandError('Perfuse is not built yet. Start it first with npm start.');
    }
    onCommand(`perfuse ${args.map(shown).join(' ')}`);
    return new Promise((resolve, reject) => {
      const given = [program, '--json', '--data-dir', dataDir, ...args];
      const child = execFile(
        process.execPath,
        given,
        { cwd: root, env },
        (_error, stdout, stderr) => {
          const line = stdout.trim().split('\n').at(-1) ?? '';
          const answer = answerSchema.safeParse(jsonOf(line));
          if (!answer.success) reject(new CommandError(`perfuse ${args.join(' ')}: ${stderr}`));
          else if (answer.data.ok) resolve(answer.data.result);
          else reject(new CommandError(answer.data.error.message));
        },
      );
      child.stdin?.end(input ?? '');
    });
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
