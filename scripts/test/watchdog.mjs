// SPDX-License-Identifier: Apache-2.0
/**
 * Outlives a test run that was killed, and ends the processes it left. Reads the run's process groups from its input,
 * one per line: `+ID` when one starts, `-ID` when it has ended. The run has ended when the input ends.
 */
import process from 'node:process';
import { createInterface } from 'node:readline';
import { endProcesses } from './processes.mjs';

const [run] = process.argv.slice(2);
const groups = new Set();
// Ctrl-C is for the run, which closes the input.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
for await (const line of createInterface({ input: process.stdin })) {
  const group = Number(line.slice(1));
  if (line.startsWith('+')) groups.add(group);
  else groups.delete(group);
}
await endProcesses([...groups], run);
