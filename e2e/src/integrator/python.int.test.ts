// SPDX-License-Identifier: Apache-2.0
/** The Python example, against the product's own messages. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { callbackResults, callbackResultsSchema } from '@perfuse/contract/launch/results';
import { z } from '@perfuse/contract/schema';
import { integrator } from '@perfuse/server/testing/integrator';
import { startServer, type TestServer } from '@perfuse/server/testing/server';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FOLDER = path.join(CHECKOUT, 'examples/python');
/** No compiled files beside the sources. */
const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
const isThere =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0;

/** Runs Python lines that print JSON. @param given available to them as `given`. */
function python(lines: string, given: object): unknown {
  const program = `import json, sys\nimport perfuse\ngiven = json.loads(sys.argv[1])\n${lines}`;
  const said = execFileSync('python3', ['-c', program, JSON.stringify(given)], {
    cwd: FOLDER,
    encoding: 'utf8',
    env,
  });
  return JSON.parse(said);
}

describe.skipIf(!isThere)('the example in Python', () => {
  const results = callbackResults('m-1', {}, 4);
  const base64url = Buffer.from(JSON.stringify(results)).toString('base64url');

  it('knows the fields of the results', () => {
    const fields = python('print(json.dumps(sorted(perfuse.Results.__annotations__)))', {});
    expect(fields).toEqual(Object.keys(callbackResultsSchema.shape).sort());
  });

  describe('reads a post of results', () => {
    const body = JSON.stringify({ results: base64url, resultsAreEncrypted: false, sessionId: 's' });
    const SECRET = 'whsec_of-the-clinic';
    const at = 1_900_000_000;
    const sign = (secret: string): string =>
      createHmac('sha256', secret)
        .update(`${String(at)}.${body}`)
        .digest('hex');
    const post = (change: object): unknown =>
      python(
        `try:
    text = perfuse.verify_signature(given['headers'], given['body'].encode(), given['secrets'], now=given['now'])
    print(json.dumps(perfuse.read_results(perfuse.read_posted(text)['results'])))
except perfuse.Refused as refused:
    print(json.dumps(str(refused)))`,
        {
          headers: { 'Perfuse-Signature': `t=${String(at)},v1=${sign('old')},v1=${sign(SECRET)}` },
          body,
          secrets: [SECRET],
          now: at + 10,
          ...change,
        },
      );

    it('that is genuine', () => {
      expect(post({})).toEqual(results);
    });

    it.each([
      ['changed', { body: body.replace('"s"', '"t"') }, 'The signature is not valid.'],
      ['signed by another', { secrets: ['whsec_other', ''] }, 'The signature is not valid.'],
      ['old', { now: at + 301 }, 'The signature is too old.'],
      ['not signed', { headers: {} }, 'The signature is missing.'],
    ])('but not one that is %s', (_, change, refusal) => {
      expect(post(change)).toBe(refusal);
    });
  });

  it('reads a callback', () => {
    const address = `https://acme.example/back?visit=7&results=${base64url}&sessionId=s-1`;
    const lines = `callback = perfuse.read_callback(given['address'])
print(json.dumps([callback['session_id'], perfuse.read_results(callback['results'])]))`;
    expect(python(lines, { address })).toEqual(['s-1', results]);
  });

  it.each([
    ['an address that is none', "perfuse.read_callback('//[/back?error=X&sessionId=s-1')"],
    ['too deep a text', "perfuse.read_results(base64.b64encode(b'[' * 9000).decode())"],
  ])('refuses %s', (_, call) => {
    const lines = `import base64
try:
    ${call}
except perfuse.Refused:
    print(json.dumps('refused'))`;
    expect(python(lines, {})).toBe('refused');
  });

  it('reads results that do not say where they were analysed', () => {
    const { analysedOn: where, ...rest } = results;
    const given = { results: Buffer.from(JSON.stringify(rest)).toString('base64url') };
    expect(python("print(json.dumps(perfuse.read_results(given['results'])))", given)).toEqual(
      results,
    );
    expect(where).toBe('service');
  });

  describe('with a server', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startServer();
    });
    afterAll(() => server.stop());

    it('gets the tokens of a launch link', async () => {
      const { licenceKey } = await integrator(server, {});
      // Without blocking this process, which is the server.
      const program =
        'import json, sys, perfuse; print(json.dumps(perfuse.register_device(*sys.argv[1:])))';
      const words = ['-c', program, server.origin, licenceKey];
      const said = await promisify(execFile)('python3', words, { cwd: FOLDER, env });
      const tokens = z.object({ Token: z.string(), RefreshToken: z.string() });
      expect(tokens.parse(JSON.parse(said.stdout)).Token).not.toBe('');
    });
  });
});
