// SPDX-License-Identifier: Apache-2.0
/** Test helper: requests a test's shared resources, see shared-run.ts. */
import { z } from '@perfuse/contract/schema';
import { requestFromRunner, isServed } from '@perfuse/testing/runner-service';

/** Name of the variable that identifies the run in the tests' processes. */
export const RUN = 'PERFUSE_TEST_RUN';

export type Asked = 'bundle' | 'database' | 'empty-database';

const ask = async (name: Asked): Promise<string> =>
  z.string().parse(await requestFromRunner(RUN, 'shared-run.ts', name));

/** @returns undefined in a project of vitest.config.ts that shares nothing. */
export const sharedBundle = async (): Promise<string | undefined> =>
  isServed(RUN) ? await ask('bundle') : undefined;

/** Address of a new PostgreSQL database with this version's schema, without rows. */
export const newDatabase = (): Promise<string> => ask('database');

/** Address of a new PostgreSQL database without tables. */
export const emptyDatabase = (): Promise<string> => ask('empty-database');
