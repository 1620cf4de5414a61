// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import type { TakenChunk } from '../chunks/chunk-repository.ts';
import { ChunksInHand } from './chunks-in-hand.ts';

const chunk = (position: number, digest = `d${String(position)}`) => ({
  position,
  digest,
  is_last: false,
  tries: 1,
  received_at: 0,
  digests: [],
  payload: new Uint8Array(10),
});

describe('chunks in hand', () => {
  it('are returned in order, each once', () => {
    const inHand = new ChunksInHand();
    const [first, second] = [chunk(0), chunk(1)];
    inHand.push('m', first);
    inHand.push('m', second);
    expect(inHand.first('m')).toBe(first);
    inHand.done('m', first);
    expect(inHand.first('m')).toBe(second);
    inHand.done('m', second);
    expect(inHand.first('m')).toBeNull();
    expect(inHand.measurements).toEqual([]);
  });

  it('are taken behind those in hand, never ahead of one that waits elsewhere', () => {
    const inHand = new ChunksInHand();
    expect(inHand.takes('m', [])).toBe(true);
    expect(inHand.takes('m', [0])).toBe(false);
    inHand.push('m', chunk(1));
    expect(inHand.takes('m', [1])).toBe(true);
    expect(inHand.takes('m', [0, 1])).toBe(false);
    expect(inHand.takes('another', [1])).toBe(false);
  });

  it('are dropped when their measurement restarts, also while one is analysed', () => {
    const inHand = new ChunksInHand();
    const [old, anew] = [chunk(0), chunk(0, 'anew')];
    inHand.push('m', old);
    inHand.push('m', chunk(1));
    inHand.push('m', anew);
    inHand.done('m', old);
    expect(inHand.first('m')).toBe(anew);
    inHand.done('m', anew);
    expect(inHand.first('m')).toBeNull();
  });

  it('keep the number of their tries, and are read from the store once tried', () => {
    const inHand = new ChunksInHand();
    inHand.push('m', chunk(0));
    const one = { ...chunk(0), payload: null };
    const tryOnce = (counts: boolean): void => {
      inHand.tried('m', inHand.first('m') ?? expect.fail(), counts);
    };
    tryOnce(false);
    expect(inHand.first('m')).toEqual(one);
    tryOnce(true);
    expect(inHand.first('m')).toEqual({ ...one, tries: 2 });
  });

  it('leave their payload in the store when there are too many', () => {
    const inHand = new ChunksInHand(25);
    const ids = ['a', 'b', 'c', 'd'];
    const sizes = (): unknown[] => ids.map((id) => inHand.first(id)?.payload?.byteLength);
    for (const id of ids.slice(0, 3)) inHand.push(id, chunk(0));
    expect(sizes()).toEqual([10, 10, undefined, undefined]);
    inHand.done('a', inHand.first('a') ?? expect.fail());
    inHand.push('d', chunk(0));
    expect(sizes()).toEqual([undefined, 10, undefined, 10]);
  });

  it('give back the room of a payload that was transferred to the engine', () => {
    const inHand = new ChunksInHand(25);
    const analyse = (end: (taken: TakenChunk) => void): void => {
      const { payload, ...rest } = chunk(0);
      inHand.push('m', { ...rest, payload });
      const taken = inHand.first('m') ?? expect.fail();
      expect(taken.payload?.byteLength).toBe(10);
      structuredClone(payload, { transfer: [payload.buffer] });
      end(taken);
    };
    for (let n = 0; n < 5; n += 1) analyse((taken) => inHand.done('m', taken));
    for (let n = 0; n < 5; n += 1) analyse((taken) => inHand.tried('m', taken, true));
  });

  it('are looked up in the store only if announced, until none is left, and again after a failure', async () => {
    const inHand = new ChunksInHand();
    const never = (): never => expect.fail('looked');
    expect(await inHand.fromStore('m', never)).toBeNull();
    inHand.lookFor('m');
    expect(await inHand.fromStore('m', () => Promise.resolve('a'))).toBe('a');
    await expect(inHand.fromStore('m', () => Promise.reject(new Error('away')))).rejects.toThrow(
      'away',
    );
    // A chunk announced during a claim triggers another claim.
    const nothing = inHand.fromStore('m', () => Promise.resolve(null));
    inHand.lookFor('m');
    expect(await nothing).toBeNull();
    expect(await inHand.fromStore('m', () => Promise.resolve(null))).toBeNull();
    expect(await inHand.fromStore('m', never)).toBeNull();
  });
});
