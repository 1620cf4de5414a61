// SPDX-License-Identifier: Apache-2.0
/** The engines' programs, each in its own process group, which ends with this process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { until } from '@perfuse/testing/waiting';

const running = new Set<ChildProcess>();

function end(child: ChildProcess): void {
  running.delete(child);
  const { pid } = child;
  if (pid === undefined) return;
  try {
    // Includes the processes that it started itself.
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

process.on('exit', () => {
  for (const child of running) end(child);
});

export interface Program {
  /**
   * Waits for a pattern with one group in its output.
   * @returns the text of the group.
   * @throws Error with the output when the program ends first, or the time limit is reached.
   */
  readonly says: (pattern: RegExp) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export function startProgram(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...environment },
  });
  running.add(child);
  const ended = once(child, 'exit').catch((error: unknown) => String(error));
  let output = '';
  const listen = (text: Buffer): void => void (output += text.toString('utf8'));
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  return {
    says: async (pattern) => {
      const look = (): Promise<string | undefined> => {
        const found = pattern.exec(output)?.[1];
        const isOver = child.exitCode !== null || child.pid === undefined;
        return found === undefined && isOver
          ? Promise.reject(new Error(`${command} has ended. It said:\n${output}`))
          : Promise.resolve(found);
      };
      return await until(look, `${command} being ready`);
    },
    stop: async () => {
      end(child);
      await ended;
    },
  };
}
