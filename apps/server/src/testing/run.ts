// SPDX-License-Identifier: Apache-2.0
/** Test helper: what a test asks of its run, see shared-run.ts. */
import { z } from '@perfuse/contract/schema';
import { requestFromRunner, isServed } from '@perfuse/testing/runner-service';

/** Names the run in the environment of the tests' processes. */
export const RUN = 'PERFUSE_TEST_RUN';

export type Asked = 'bundle' | 'database' | 'empty-database';

const ask = async (name: Asked): Promise<string> =>
  z.string().parse(await requestFromRunner(RUN, 'shared-run.ts', name));

/** @returns undefined in a project of vitest.config.ts that shares nothing. */
export const sharedBundle = async (): Promise<string | undefined> =>
  isServed(RUN) ? await ask('bundle') : undefined;

/** Address of a new PostgreSQL database of this version, without rows. */
export const newDatabase = (): Promise<string> => ask('database');

/** Address of a new PostgreSQL database without tables. */
export const emptyDatabase = (): Promise<string> => ask('empty-database');
