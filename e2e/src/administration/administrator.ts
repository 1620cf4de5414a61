// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { z } from '@perfuse/contract/schema';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { cleanEnvironment } from '@perfuse/testing/local-server';
import type { Installation } from '../installation.ts';

const COMMAND = path.join(CHECKOUT, 'apps/server/dist/perfuse.mjs');
const answer = z.object({ result: z.object({ password: z.string() }) });

/** Adds an administrator of the whole installation by the command line, while the server runs. */
export async function addAdministrator({ directory }: Pick<Installation, 'directory'>): Promise<{
  readonly email: string;
  readonly password: string;
}> {
  const email = `ada-${randomUUID()}@acme.example`;
  const words = ['administrators', 'add', email, '--generate-password', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...words], {
    env: cleanEnvironment({ NODE_ENV: 'development', PERFUSE_DATA_DIR: directory }),
  });
  const { password } = answer.parse(JSON.parse(stdout)).result;
  return { email, password };
}
