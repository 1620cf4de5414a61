// SPDX-License-Identifier: Apache-2.0
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { GroupFlush, NotDurableError } from './group-flush.ts';

/** A disk on which the test ends each flush. */
function disk() {
  const flushes: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];
  const lost: NotDurableError[] = [];
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const flush = new GroupFlush({
    flush: () =>
      new Promise((resolve, reject) => {
        flushes.push({ end: resolve, fail: reject });
      }),
    onFlushed: () => undefined,
    onLost: (error) => lost.push(error),
    clock: {
      now: () => 1000,
      wait: (ms) =>
        new Promise<void>((end) => {
          waits.push({ ms, end });
        }),
    },
  });
  const ended: string[] = [];
  const commit = (name: string): Promise<void> => {
    flush.noteCommit();
    return flush.durable().then(() => void ended.push(name));
  };
  /** Runs everything that waits only for a turn of the event loop. */
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 5; turns += 1) await turn();
  };
  return { flush, flushes, waits, lost, ended, commit, settle };
}

describe('a shared flush', () => {
  it('ends before its commits are reported as durable', async () => {
    const { flushes, ended, commit, settle } = disk();
    const done = commit('a');
    await settle();
    expect(ended).toEqual([]);
    flushes[0]?.end();
    await done;
    expect(ended).toEqual(['a']);
  });

  it('covers all commits made before it begins', async () => {
    const { flushes, ended, commit, settle } = disk();
    const all = Promise.all(['a', 'b', 'c'].map(commit));
    await settle();
    expect(flushes).toHaveLength(1);
    flushes[0]?.end();
    await all;
    expect(ended).toEqual(['a', 'b', 'c']);
  });

  it('does not cover commits made while it runs, which share the next', async () => {
    const { flushes, ended, commit, settle } = disk();
    const first = commit('a');
    await settle();
    const others = Promise.all(['b', 'c'].map(commit));
    await settle();
    expect(flushes).toHaveLength(1);
    flushes[0]?.end();
    await first;
    await settle();
    expect(ended).toEqual(['a']);
    expect(flushes).toHaveLength(2);
    flushes[1]?.end();
    await others;
    expect(flushes).toHaveLength(2);
  });

  it('comes a little later after one for several, so that it covers more', async () => {
    const { flushes, waits, ended, commit, settle } = disk();
    const several = Promise.all(['a', 'b', 'c'].map(commit));
    await settle();
    flushes[0]?.end();
    await several;
    const next = commit('d');
    await settle();
    expect(flushes).toHaveLength(1);
    expect(waits.map(({ ms }) => ms)).toEqual([20]);
    const meanwhile = commit('e');
    waits[0]?.end();
    await settle();
    expect(flushes).toHaveLength(2);
    flushes[1]?.end();
    await Promise.all([next, meanwhile]);
    expect(ended).toEqual(['a', 'b', 'c', 'd', 'e']);
    // That was for two, so the next one is not delayed.
    const last = commit('f');
    await settle();
    flushes[2]?.end();
    await last;
    expect(waits).toHaveLength(1);
  });

  it('is awaited by a reader of data that is not durable yet, but not once it is', async () => {
    const { flush, flushes, ended, commit, settle } = disk();
    const first = commit('a');
    const reader = flush.durable().then(() => void ended.push('reader'));
    await settle();
    expect(ended).toEqual([]);
    flushes[0]?.end();
    await Promise.all([first, reader]);
    await flush.durable();
    expect(flushes).toHaveLength(1);
  });

  it('fails permanently, for all that wait for it or for the next', async () => {
    const { flush, flushes, lost, commit, settle } = disk();
    const waiting = [commit('a')];
    await settle();
    waiting.push(commit('b'));
    const outcomes = Promise.allSettled(waiting);
    flushes[0]?.fail(new Error('EIO'));
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(commit('c')).rejects.toThrow(NotDurableError);
    expect(() => flush.check()).toThrow(NotDurableError);
    expect(lost).toHaveLength(1);
    expect(flushes).toHaveLength(1);
  });

  it('that runs is awaited on close, after which none begins', async () => {
    const { flush, flushes, lost, ended, commit, settle } = disk();
    const first = commit('a');
    await settle();
    const closed = flush.close();
    flushes[0]?.end();
    await Promise.all([closed, first]);
    expect(ended).toEqual(['a']);
    await expect(commit('b')).rejects.toThrow(NotDurableError);
    expect(lost).toHaveLength(0);
  });
});
