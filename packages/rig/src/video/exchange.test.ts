// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openExchange, rangeOf, type Exchange } from './exchange.ts';

let directory: string;
let exchange: Exchange;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'perfuse-exchange-'));
  const [input, output] = [path.join(directory, 'in'), path.join(directory, 'out')];
  await writeFile(input, '0123456789');
  exchange = await openExchange({ input, output, script: 'let x;' });
});
afterEach(async () => {
  await exchange.close();
  await rm(directory, { recursive: true });
});

describe('The exchange with the page', () => {
  it('gives the recording whole and in parts', async () => {
    expect(await (await fetch(exchange.input)).text()).toBe('0123456789');
    const part = await fetch(exchange.input, { headers: { range: 'bytes=3-5' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe('bytes 3-5/10');
    expect(await part.text()).toBe('345');
    expect((await fetch(exchange.input, { headers: { range: 'bytes=20-' } })).status).toBe(416);
  });

  it('writes what it is sent, in order', async () => {
    for (const body of ['one ', 'two ', 'three']) {
      expect((await fetch(exchange.output, { method: 'POST', body })).status).toBe(204);
    }
    await exchange.close();
    expect(await readFile(path.join(directory, 'out'), 'utf8')).toBe('one two three');
  });

  it('answers nobody who does not know its key', async () => {
    const stranger = new URL(exchange.output);
    stranger.pathname = '/guess/output';
    expect((await fetch(stranger, { method: 'POST', body: 'x' })).status).toBe(404);
    expect((await fetch(exchange.output)).status).toBe(404);
  });

  it('reads ranges as HTTP means them', () => {
    expect(rangeOf(undefined, 10)).toEqual({ from: 0, to: 9 });
    expect(rangeOf('bytes=4-', 10)).toEqual({ from: 4, to: 9 });
    expect(rangeOf('bytes=4-99', 10)).toEqual({ from: 4, to: 9 });
    expect(rangeOf('bytes=9-4', 10)).toBeNull();
    expect(rangeOf('lines=1-2', 10)).toBeNull();
  });
});
