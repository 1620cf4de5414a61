// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { ConnectionQueue } from './connection-queue.ts';

describe('the queue for the connection', () => {
  it('are given to one caller at a time, in the order of the calls', async () => {
    const queue = new ConnectionQueue();
    const order: number[] = [];
    let working = 0;
    const work = async (name: number): Promise<void> => {
      await queue.acquire();
      working += 1;
      expect(working).toBe(1);
      await Promise.resolve();
      order.push(name);
      working -= 1;
      queue.release();
    };
    const names = Array.from({ length: 40 }, (_, at) => at);
    await Promise.all(names.map(work));
    expect(order).toEqual(names);
  });

  it('yield to the event loop, however many wait', async () => {
    const queue = new ConnectionQueue();
    let left = 100;
    const others = Array.from({ length: left }, async () => {
      await queue.acquire();
      left -= 1;
      queue.release();
    });
    const leftAtTurn = await new Promise<number>((resolve) => {
      setImmediate(() => {
        resolve(left);
      });
    });
    expect(leftAtTurn).toBeGreaterThan(50);
    await Promise.all(others);
    expect(left).toBe(0);
  });

  it('run exclusive work before all that wait, and continue after it fails', async () => {
    const queue = new ConnectionQueue();
    const order: string[] = [];
    await queue.acquire();
    const waiting = queue.acquire().then(() => {
      order.push('waiting');
      queue.release();
    });
    const exclusive = queue.runExclusive(async () => {
      await Promise.resolve();
      order.push('exclusive');
      throw new Error('busy');
    });
    queue.release();
    await expect(exclusive).rejects.toThrow('busy');
    await waiting;
    expect(order).toEqual(['exclusive', 'waiting']);
  });
});
