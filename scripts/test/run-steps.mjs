// SPDX-License-Identifier: Apache-2.0
/** Runs commands in their own process groups, and leaves no process behind, however it ends. */
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import process from 'node:process';
import { endProcesses, isAlive, RUN_VARIABLE } from './processes.mjs';

const PARENT_POLL_MS = 500;
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/** Ids of npm and of the shell that npm starts: a signal that kills them does not reach this process. */
function ancestors() {
  try {
    const above = execFileSync('ps', ['-o', 'ppid=', '-p', String(process.ppid)], {
      encoding: 'utf8',
    });
    return [process.ppid, Number(above)].filter((pid) => pid > 1);
  } catch {
    return [process.ppid];
  }
}

export class StepRunner {
  #run = randomUUID();
  #groups = new Set();
  #watchdog;
  #parentCheck;
  #isEnding = false;

  constructor() {
    const file = path.join(import.meta.dirname, 'watchdog.mjs');
    this.#watchdog = spawn(process.execPath, [file, this.#run], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#watchdog.stdin.on('error', () => undefined);
    for (const [signal, code] of Object.entries(EXIT_CODES)) {
      process.on(signal, () => void this.#breakOff(code));
    }
    const above = ancestors();
    this.#parentCheck = setInterval(() => {
      if (!above.every(isAlive)) void this.#breakOff(EXIT_CODES.SIGTERM);
    }, PARENT_POLL_MS);
    this.#parentCheck.unref();
  }

  /**
   * Runs a command to its end.
   * @param {readonly string[]} command program and arguments.
   * @param {(data: Buffer) => void} write receives its output as it arrives.
   * @returns {Promise<boolean>} whether it ended with code 0.
   */
  async run([program, ...args], write) {
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, [RUN_VARIABLE]: this.#run },
    });
    const { pid } = child;
    if (pid !== undefined) this.#note('+', pid);
    child.stdout.on('data', write);
    child.stderr.on('data', write);
    const code = await new Promise((resolve) => {
      child.on('error', (error) => {
        write(Buffer.from(`${error.message}\n`));
        resolve(null);
      });
      child.on('close', resolve);
    });
    if (pid !== undefined) this.#note('-', pid);
    return code === 0;
  }

  /** To be called after the last command. */
  close() {
    clearInterval(this.#parentCheck);
    this.#watchdog.stdin.end();
    this.#watchdog.unref();
  }

  #note(sign, group) {
    if (sign === '+') this.#groups.add(group);
    else this.#groups.delete(group);
    this.#watchdog.stdin.write(`${sign}${String(group)}\n`);
  }

  async #breakOff(code) {
    if (this.#isEnding) return;
    this.#isEnding = true;
    await endProcesses([...this.#groups], this.#run);
    process.exit(code);
  }
}
