// SPDX-License-Identifier: Apache-2.0
/** An installation on SQLite and the keys that it is used with. On PostgreSQL: replicas.process.test.ts. */
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refused, runCommand } from '../../testing/command.ts';
import { startServer, temporaryFolder } from '../../testing/server.ts';

describe('an installation with its secrets', () => {
  let directory: string;
  let environment: NodeJS.ProcessEnv;
  beforeEach(async () => {
    directory = await temporaryFolder();
    environment = { PERFUSE_SECRETS_FILE: path.join(directory, 'other.json') };
    await (await startServer({ directory })).stop();
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const change = (sql: string): void => {
    const database = new Libsql(path.join(directory, 'perfuse.sqlite'));
    database.exec(sql);
    database.close();
  };
  const starts = async (given: NodeJS.ProcessEnv = {}): Promise<string | null> => {
    const server = await startServer({ directory, environment: given });
    await server.stop();
    return server.app.installation.demoLicenceKey;
  };

  it('does not start with different secrets, and stays unchanged', async () => {
    const key = await starts();
    await expect(starts(environment)).rejects.toThrow(/PERFUSE_SECRETS_FILE.+secrets_id = ''/);
    expect(await starts()).toBe(key);
  });

  it('does not start with new secrets when its own are lost, however often it is tried', async () => {
    const file = path.join(directory, 'secrets.json');
    await rename(file, `${file}.kept`);
    await expect(starts()).rejects.toThrow('PERFUSE_SECRETS_FILE');
    await expect(starts()).rejects.toThrow('PERFUSE_SECRETS_FILE');
    await rename(`${file}.kept`, file);
    expect(await starts()).not.toBeNull();
  });

  it('starts with different secrets once they are accepted, and then only with those', async () => {
    change("update installations set secrets_id = ''");
    expect(await starts(environment)).not.toBeNull();
    await expect(starts()).rejects.toThrow('PERFUSE_SECRETS_FILE');
  });

  it('is not changed or backed up by commands with different secrets', async () => {
    await runCommand(['init'], { directory: path.join(directory, 'second'), environment });
    const options = { directory, environment };
    for (const words of [['webhook', 'rotate'], ['init'], ['backup', `${directory}/a.backup`]]) {
      expect(await refused(words, options)).toMatchObject({
        message: expect.stringContaining('PERFUSE_SECRETS_FILE') as unknown,
      });
    }
  });
});
