// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

describe('turns at the connection', () => {
  it('are given to one caller at a time, in the order of the calls', async () => {
    const turns = new Turns();
    const order: number[] = [];
    let working = 0;
    const work = async (name: number): Promise<void> => {
      await turns.take();
      working += 1;
      expect(working).toBe(1);
      await Promise.resolve();
      order.push(name);
      working -= 1;
      turns.release();
    };
    const names = Array.from({ length: 40 }, (_, at) => at);
    await Promise.all(names.map(work));
    expect(order).toEqual(names);
  });

  it('yield to the event loop, however many wait', async () => {
    const turns = new Turns();
    let left = 100;
    const others = Array.from({ length: left }, async () => {
      await turns.take();
      left -= 1;
      turns.release();
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
    const turns = new Turns();
    const order: string[] = [];
    await turns.take();
    const waiting = turns.take().then(() => {
      order.push('waiting');
      turns.release();
    });
    const alone = turns.alone(async () => {
      await Promise.resolve();
      order.push('alone');
      throw new Error('busy');
    });
    turns.release();
    await expect(alone).rejects.toThrow('busy');
    await waiting;
    expect(order).toEqual(['alone', 'waiting']);
  });
});
