// SPDX-License-Identifier: Apache-2.0
/** The typed clients of the examples: their types against a server's document, and the behaviour of the Python one. */
import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import * as schemas from '@perfuse/contract/analysis/schemas';
import { z } from '@perfuse/contract/schema';
import { integrator } from '@perfuse/server/testing/integrator';
import { measure } from '@perfuse/server/testing/people';
import { startServer, type TestServer } from '@perfuse/server/testing/server';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
let server: TestServer;
let licenceKey: string;
let studyId: string;
beforeAll(async () => {
  server = await startServer();
  ({ licenceKey, studyId } = await integrator(server, {}));
});
afterAll(() => server.stop());

describe('the client in TypeScript', () => {
  it('has the types of the document that the server serves', async () => {
    const script = path.join(CHECKOUT, 'examples/typescript/generate.mjs');
    const { stdout } = await run(process.execPath, [script, server.origin, '--check']);
    expect(stdout).toContain('is up to date with the document');
  });
});

const isThere =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0;

describe.skipIf(!isThere)('the client in Python', () => {
  /** Runs Python lines that print JSON, without blocking this process, which is the server. */
  async function python(lines: string, ...words: readonly string[]): Promise<unknown> {
    const { stdout } = await run(
      'python3',
      ['-c', `import json, sys, analysis\n${lines}`, ...words],
      {
        cwd: path.join(CHECKOUT, 'examples/python'),
        env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
      },
    );
    return JSON.parse(stdout);
  }

  it.each([
    ['Device', schemas.registerLicenseAnswer],
    ['MeasurementRow', schemas.measurementRow],
    ['Measurement', schemas.measurementSchema],
  ])('knows the fields of %s', async (name, schema) => {
    const fields = await python(`print(json.dumps(sorted(analysis.${name}.__annotations__)))`);
    expect(fields).toEqual(Object.keys(schema.shape).sort());
  });

  it('registers a device, lists its measurements, reads one and deletes it', async () => {
    const device = schemas.registerLicenseAnswer.parse(
      await python(
        'print(json.dumps(analysis.register_device(*sys.argv[1:])))',
        server.origin,
        licenceKey,
      ),
    );
    const id = await measure(server, device.Token, { StudyID: studyId });
    const lines = `client = analysis.Analysis(*sys.argv[1:])
rows = client.measurements(limit=5)
one = client.measurement(rows[0]['ID'])
client.remove(one['ID'])
print(json.dumps([rows, one, client.measurements()]))`;
    const [rows, one, left] = z
      .tuple([z.array(schemas.measurementRow), schemas.measurementSchema, z.array(z.unknown())])
      .parse(await python(lines, server.origin, device.Token));
    expect(rows.map(({ ID, StatusID }) => [ID, StatusID])).toEqual([[id, 'COMPLETE']]);
    expect(Object.keys(one.Results).length).toBeGreaterThan(0);
    expect(left).toEqual([]);
  });

  it('reports the status and the code of a refusal', async () => {
    const lines = `try:
    analysis.register_device(*sys.argv[1:])
except analysis.Refused as refused:
    print(json.dumps([refused.status, refused.code]))`;
    expect(await python(lines, server.origin, 'no-such-key-0123456789')).toEqual([
      401,
      'INVALID_LICENSE',
    ]);
  });
});
