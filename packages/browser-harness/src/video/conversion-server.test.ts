// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startConversionServer, rangeOf, type ConversionServer } from './conversion-server.ts';

let directory: string;
let server: ConversionServer;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'perfuse-conversion-'));
  const [input, output] = [path.join(directory, 'in'), path.join(directory, 'out')];
  await writeFile(input, '0123456789');
  server = await startConversionServer({ input, output, script: 'let x;' });
});
afterEach(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

describe('The conversion server', () => {
  it('serves the recording whole and in parts', async () => {
    expect(await (await fetch(server.input)).text()).toBe('0123456789');
    const part = await fetch(server.input, { headers: { range: 'bytes=3-5' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 3-5/10');
    expect(await part.text()).toBe('345');
    expect((await fetch(server.input, { headers: { range: 'bytes=20-' } })).status).toBe(416);
  });

  it('writes request bodies in order', async () => {
    for (const body of ['one ', 'two ', 'three']) {
      expect((await fetch(server.output, { method: 'POST', body })).status).toBe(204);
    }
    await server.close();
    expect(await readFile(path.join(directory, 'out'), 'utf8')).toBe('one two three');
  });

  it('answers 404 without its key', async () => {
    const stranger = new URL(server.output);
    stranger.pathname = '/guess/output';
    expect((await fetch(stranger, { method: 'POST', body: 'x' })).status).toBe(404);
    expect((await fetch(server.output)).status).toBe(404);
  });

  it('parses HTTP ranges', () => {
    expect(rangeOf(undefined, 10)).toEqual({ from: 0, to: 9 });
    expect(rangeOf('bytes=4-', 10)).toEqual({ from: 4, to: 9 });
    expect(rangeOf('bytes=4-99', 10)).toEqual({ from: 4, to: 9 });
    expect(rangeOf('bytes=9-4', 10)).toBeNull();
    expect(rangeOf('lines=1-2', 10)).toBeNull();
  });
});
