// SPDX-License-Identifier: Apache-2.0
/** Test rig: what a test asks of its run, see shared-run.ts. */
import process from 'node:process';
import { z } from '@perfuse/contract/schema';

/** Names the run in the environment of the tests' processes. */
export const RUN = 'PERFUSE_TEST_RUN';

export type Asked = 'bundle' | 'database' | 'empty-database';

const answerSchema = z.union([z.object({ value: z.string() }), z.object({ error: z.string() })]);

/** @returns undefined in a project of vitest.config.ts that shares nothing. */
export async function askRun(name: Asked): Promise<string | undefined> {
  const address = process.env[RUN];
  if (address === undefined) return undefined;
  const response = await fetch(new URL(name, address), { headers: { connection: 'close' } });
  const answer = answerSchema.parse(await response.json());
  if ('error' in answer) throw new Error(answer.error);
  return answer.value;
}

async function database(name: 'database' | 'empty-database'): Promise<string> {
  const address = await askRun(name);
  if (address !== undefined) return address;
  throw new Error('This project of vitest.config.ts lacks the globalSetup shared-run.ts.');
}

/** Address of a new PostgreSQL database of this version, without rows. */
export const newDatabase = (): Promise<string> => database('database');

/** Address of a new PostgreSQL database without tables. */
export const emptyDatabase = (): Promise<string> => database('empty-database');
