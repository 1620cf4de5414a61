// SPDX-License-Identifier: Apache-2.0
/** With the real runtime, an optional install: `npm run tool onnxruntime`. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LEARNED_FILES, LEARNED_FOLDER } from '@perfuse/contract/backend/learned-files';
import { envVarsSchema } from '@perfuse/contract/backend/routes';
import { tinyFaceNetwork } from '@perfuse/testing/tiny-face-network';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';
import { openLearnedEstimator } from './learned-estimator.ts';

const folder = temporaryDirectory('learned-estimator');
const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});
afterAll(folder.remove);

async function written(name: string, bytes: Uint8Array | string): Promise<string> {
  const file = path.join(folder.path, name);
  await writeFile(file, bytes);
  return file;
}

async function served(environment: NodeJS.ProcessEnv) {
  const server = await startServer({ environment });
  servers.push(server);
  const answer = await fetch(new URL('/api/env-vars', server.origin));
  return { server, told: envVarsSchema.parse(await answer.json()) };
}

describe('a learned estimator that the operator configured', () => {
  it('is announced to the app and served under an address that contains its hash', async () => {
    const network = tinyFaceNetwork();
    const model = await written('tiny.onnx', network);
    const { server, told } = await served({ PERFUSE_PULSE_MODEL: model });
    const base = told.learned?.baseUrl ?? '';
    expect(base).toMatch(LEARNED_FOLDER);
    const got = await fetch(new URL(base + LEARNED_FILES.model, server.origin));
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(network);
    expect(got.headers.get('cache-control')).toMatch(/immutable/);
    expect(got.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    const types = await Promise.all(
      [LEARNED_FILES.runtime, LEARNED_FILES.glue, LEARNED_FILES.wasm].map(async (name) => {
        const file = await fetch(new URL(base + name, server.origin));
        expect([file.status, file.headers.get('content-encoding')]).toEqual([200, 'gzip']);
        expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
        return file.headers.get('content-type');
      }),
    );
    const script = 'text/javascript; charset=utf-8';
    expect(types).toEqual([script, script, 'application/wasm']);
  });

  it('serves nothing else from its folder, and nothing under the address of other content', async () => {
    const model = await written('tiny.onnx', tinyFaceNetwork());
    const { server, told } = await served({ PERFUSE_PULSE_MODEL: model });
    const base = told.learned?.baseUrl ?? '';
    const old = `/learned/${'0'.repeat(32)}/${LEARNED_FILES.model}`;
    for (const where of [`${base}package.json`, `${base}..%2f..%2fetc%2fpasswd`, base, old]) {
      expect((await fetch(new URL(where, server.origin))).status).toBe(404);
    }
    const other = await openLearnedEstimator(await written('other.onnx', tinyFaceNetwork(72)));
    expect(other.path).not.toBe(base);
  });

  it('is absent unless configured', async () => {
    expect((await served({})).told.learned).toBeUndefined();
  });

  it.each([
    ['is missing', 'none.onnx', null, /ENOENT/],
    ['is no network', 'words.onnx', 'words', /not an ONNX file/],
    ['is empty', 'empty.onnx', '', /not an ONNX file/],
  ])('that %s stops the start with a one-line error', async (_what, name, content, reason) => {
    const model = content === null ? path.join(folder.path, name) : await written(name, content);
    const start = served({ PERFUSE_PULSE_MODEL: model });
    await expect(start).rejects.toThrow(/^PERFUSE_PULSE_MODEL names .*, which cannot be used: /);
    await expect(start).rejects.toThrow(reason);
  });
});
