// SPDX-License-Identifier: Apache-2.0
/** The packages as npm would publish them, installed in a separate project outside the repository. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { z } from '@perfuse/contract/schema';
import { phantomChunks } from '@perfuse/phantom';
import { payloadOf } from '@perfuse/testing/chunks';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { temporaryDirectory } from '@perfuse/testing/temporary-directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = temporaryDirectory('published');
afterAll(project.remove);

const run = async (program: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd: project.path })).stdout;
const write = (name: string, text: string): Promise<void> =>
  writeFile(path.join(project.path, name), text);

const GUIDE = path.join(CHECKOUT, 'docs/guides/integrate.md');
/** Text of the guide for integrators that a pattern captures. */
const fromGuide = async (pattern: RegExp): Promise<string> =>
  z.string().parse(pattern.exec(await readFile(GUIDE, 'utf8'))?.[1]);

beforeAll(async () => {
  await write('package.json', '{ "name": "clinic", "private": true }');
  const pack = path.join(CHECKOUT, 'scripts/pack.mjs');
  const printed = await run(process.execPath, pack, '--to', project.path);
  const others = printed.split('\n').filter((file) => /perfuse-(?:vitals|embed)/.test(file));
  expect(others).toHaveLength(2);
  const install = await fromGuide(/^(npm install .*perfuse-integrator.*)$/m);
  const options = '--ignore-scripts --no-audit --no-fund --prefer-offline --omit=peer';
  const here = install.replaceAll('/path/to/perfuse/dist/packages', project.path);
  await run('sh', '-c', `${here} "${others.join('" "')}" ${options}`);
});

/** Creates a link, refuses a webhook and reads a recording. */
const USE = `
const { privateKey, payloads } = JSON.parse(readFileSync('given.json', 'utf8'));
const use = async () => {
  const link = await createLaunchLink({
    origin: 'https://vitals.example',
    organisation: 'acme',
    configId: 'acme-web',
    launchKey: { id: 'key-1', privateKey },
    tokens: { Token: 'token', RefreshToken: 'refresh' },
    profile: { identifier: 'visit-4711', age: 40 },
  });
  let refusal = null;
  try {
    verifyWebhook({}, '{}', 'secret');
  } catch (error) {
    if (error instanceof IntegratorError) refusal = error.code;
  }
  const chunks = payloads.map((payload) => decodeChunk(Buffer.from(payload, 'base64')).value);
  const frames = joinChunks(chunks);
  const { channels } = analyse(frames);
  console.log(JSON.stringify({ url: link.url, refusal, heartRate: channels.HR_BPM.value }));
};
use();
`;
const NAMES = [
  ['createLaunchLink, IntegratorError, verifyWebhook', '@perfuse/integrator'],
  ['decodeChunk', '@perfuse/contract/payload/codec'],
  ['analyse, joinChunks, MeasurementAnalysis', '@perfuse/vitals'],
] as const;
const BPM = 66;
const answerSchema = z.object({ url: z.string(), refusal: z.string(), heartRate: z.number() });

describe('in JavaScript', () => {
  it.each([
    [
      'ES module',
      'use.mjs',
      (names: string, from: string) => `import { ${names} } from '${from}';`,
    ],
    [
      'CommonJS',
      'use.cjs',
      (names: string, from: string) => `const { ${names} } = require('${from}');`,
    ],
  ])('the packages work as %s', async (_kind, file, load) => {
    const modules = [['readFileSync', 'node:fs'], ...NAMES] as const;
    await write(file, modules.map(([names, from]) => load(names, from)).join('\n') + USE);
    const key = generateKeyPairSync('ed25519').privateKey;
    const privateKey = key.export({ type: 'pkcs8', format: 'pem' });
    const payloads = phantomChunks({ bpm: BPM, snr: 12, seed: 3 }).map(payloadOf);
    await write('given.json', JSON.stringify({ privateKey, payloads }));
    const answer = answerSchema.parse(JSON.parse(await run(process.execPath, file)));
    expect(answer.url).toMatch(/^https:\/\/vitals\.example\/org\/c\/acme-web\//);
    expect(answer.refusal).toBe('SIGNATURE_MISSING');
    expect(Math.abs(answer.heartRate - BPM)).toBeLessThan(3);
  });
});

describe('in TypeScript', () => {
  const compile = (...args: string[]): Promise<string> =>
    run(
      path.join(CHECKOUT, 'node_modules/.bin/tsc'),
      ...['--noEmit', '--strict', '--target', 'es2023', '--types', 'node'],
      ...['--typeRoots', path.join(CHECKOUT, 'node_modules/@types')],
      ...args,
    );
  const uses = NAMES.map(([names, from]) => `import { ${names} } from '${from}';`).join('\n');

  /** The example of the guide, with the declarations that an integrator's server has around it. */
  const guideExample = async (): Promise<string> =>
    `${await fromGuide(/```ts\n(import \{[^`]*@perfuse\/integrator[^`]*)```/)}
declare const PERFUSE: string, LICENCE_KEY: string, WEBHOOK_SECRET: string, rawBody: string;
declare const LAUNCH_KEY_ID: string, LAUNCH_KEY_PEM: string;
declare const RESULTS_KEY_ID: string, RESULTS_KEY_PEM: string;
declare const request: { url: string; headers: Record<string, string> };
declare function saveResults(session: string | null, ppm: unknown): void;
declare function showProblem(session: string | null, error: string, fields: unknown): void;
`;

  beforeAll(async () => {
    const example = `${uses}\nexport const used = [${NAMES.map(([names]) => names).join()}];\n`;
    await write('types.mts', example);
    await write('types.cts', example);
    await write('guide.mts', await guideExample());
    const embedding = await readFile(path.join(CHECKOUT, 'docs/guides/embed.md'), 'utf8');
    await write(
      'page.tsx',
      `${z.string().parse(/```tsx\n([\s\S]*?)```/.exec(embedding)?.[1])}
export const element = <perfuse-measurement src="/org/" config="demo" theme="dark" />;
const found = document.querySelector('perfuse-measurement');
found?.addEventListener('progress', ({ detail }) => detail.fraction.toFixed());
found?.addEventListener('result', ({ detail }) => detail.results?.ppm.toFixed());
found?.addEventListener('click', ({ clientX }) => clientX.toFixed());
`,
    );
    // React is supplied by the page.
    await mkdir(path.join(project.path, 'node_modules/@types'), { recursive: true });
    for (const name of ['@types/react', 'csstype']) {
      const of = (root: string): string => path.join(root, 'node_modules', name);
      await symlink(of(CHECKOUT), of(project.path));
    }
  });

  it('a page in React finds the types of the element and its events', async () => {
    const options = ['--module', 'esnext', '--moduleResolution', 'bundler', '--jsx', 'react-jsx'];
    const printed = await compile(...options, 'page.tsx').catch(
      (error: unknown) => z.object({ stdout: z.string() }).parse(error).stdout,
    );
    expect(printed).toBe('');
  });

  it('the embed package can be imported on a server', async () => {
    await write('server.mjs', "import '@perfuse/embed'; console.log('imported');");
    expect(await run(process.execPath, 'server.mjs')).toBe('imported\n');
  });

  it.each([
    ['node16', 'node16', ['types.mts', 'types.cts', 'guide.mts']],
    ['esnext', 'bundler', ['types.mts', 'guide.mts']],
  ])('module %s with resolution %s finds the types', async (module, resolution, files) => {
    const printed = await compile(
      '--module',
      module,
      '--moduleResolution',
      resolution,
      ...files,
    ).catch((error: unknown) => z.object({ stdout: z.string() }).parse(error).stdout);
    expect(printed).toBe('');
  });
});

it('the packages contain their licence and a README, and no source', async () => {
  for (const name of ['contract', 'embed', 'integrator', 'vitals']) {
    const folder = path.join(project.path, 'node_modules/@perfuse', name);
    expect(await readFile(path.join(folder, 'LICENSE'), 'utf8')).toMatch(/Apache License/);
    expect(await readFile(path.join(folder, 'README.md'), 'utf8')).toContain(`@perfuse/${name}`);
    await expect(readFile(path.join(folder, 'src/index.ts'))).rejects.toThrow(/ENOENT/);
  }
});
