// SPDX-License-Identifier: Apache-2.0
/** Ends the processes of a test run: its process groups, and browsers, which create groups of their own. */
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

/** Environment variable of every process of a run; its value is the run's id. */
export const RUN_VARIABLE = 'TEST_RUN_ID';
/** Long enough for browsers and databases to end by themselves, ms. */
const GRACE_MS = 3000;
const POLL_MS = 50;

/** @param {number} target process id, or negated the id of a process group. */
export const isAlive = (target) => {
  try {
    process.kill(target, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const send = (target, signal) => {
  try {
    process.kill(target, signal);
  } catch {
    // It has already ended.
  }
};

/** Processes of the run outside of its groups. Only Linux exposes the environment of other processes. */
function marked(run) {
  if (process.platform !== 'linux') return [];
  const mark = `${RUN_VARIABLE}=${run}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(mark);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/**
 * @param {readonly number[]} groups ids of process groups.
 * @param {string} run id of the run.
 * @param {readonly number[]} [spared] processes of the run that end by themselves.
 */
export async function endProcesses(groups, run, spared = []) {
  const left = () => [
    ...groups.map((group) => -group).filter(isAlive),
    ...marked(run).filter((pid) => !spared.includes(pid)),
  ];
  for (const target of left()) send(target, 'SIGTERM');
  const deadline = performance.now() + GRACE_MS;
  while (left().length > 0 && performance.now() < deadline) await wait(POLL_MS);
  for (const target of left()) send(target, 'SIGKILL');
}
