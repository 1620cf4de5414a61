// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';

/** Processor time of this process with all its threads, ms. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
