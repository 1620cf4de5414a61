// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { Capacity, type LoadSample } from './capacity.ts';

const SAMPLE_MS = 500;
const CHUNK_MS = 5_000;
const MEASUREMENT_MS = 30_000;

/** A server whose people each take a share of its time; the excess waits. */
function createServer(capacity: Capacity, { share, diskPeople = Infinity }: ServerModel) {
  let now = 0;
  let ends: number[] = [];
  let waitMs = 0;
  let due = 0;
  const history: number[] = [];
  let longestWaitMs = 0;
  const sample = (over: Partial<LoadSample> = {}): void => {
    now += SAMPLE_MS;
    ends = ends.filter((end) => end > now);
    const people = ends.length;
    const wanted = Math.max(people * share, people / diskPeople);
    // Work of a second that takes longer than a second has to wait.
    waitMs = Math.max(0, waitMs + (wanted - 1) * SAMPLE_MS);
    longestWaitMs = Math.max(longestWaitMs, waitMs);
    const inUse = Math.min(1, people * share);
    due += (people * SAMPLE_MS) / CHUNK_MS;
    const chunks = Math.floor(due);
    due -= chunks;
    capacity.observe({
      elapsedMs: SAMPLE_MS,
      inUse,
      chunks,
      longestWaitMs: waitMs,
      people,
      ...over,
    });
    history.push(people);
  };
  return {
    history,
    sample,
    get people() {
      return ends.length;
    },
    get longestWaitMs() {
      return longestWaitMs;
    },
    /** This many ask in each sample; starts are spread over the time of a chunk. */
    run: (seconds: number, asking: number): void => {
      for (let at = 0; at < (seconds * 1000) / SAMPLE_MS; at += 1) {
        const starts = Math.ceil((capacity.most * SAMPLE_MS) / CHUNK_MS);
        for (let one = 0; one < Math.min(asking, starts); one += 1) {
          if (capacity.hasRoom(ends.length)) ends.push(now + MEASUREMENT_MS);
        }
        sample();
      }
    },
  };
}
interface ServerModel {
  /** Share of the server's time per person. */
  readonly share: number;
  /** Number of people who use all of a resource that is not measured. */
  readonly diskPeople?: number;
}

const spread = (values: readonly number[]): number =>
  (Math.max(...values) - Math.min(...values)) / Math.max(...values);

describe('the capacity for measurements', () => {
  it('is an initial number per core until there is load to measure', () => {
    expect(new Capacity({ cores: 1 }).most).toBe(100);
    expect(new Capacity({ cores: 8 }).most).toBe(800);
  });

  it('follows the measured cost per person, above or below the initial number', () => {
    for (const [share, carried] of [
      [1 / 1000, 700],
      [1 / 100, 70],
    ] as const) {
      const capacity = new Capacity({ cores: 1 });
      const server = createServer(capacity, { share });
      server.run(240, 40);
      expect(Math.abs(capacity.most / carried - 1)).toBeLessThan(0.1);
      expect(Math.abs(server.people / carried - 1)).toBeLessThan(0.1);
    }
  });

  it('keeps running measurements in time under excess demand, without oscillating', () => {
    const server = createServer(new Capacity({ cores: 1 }), { share: 1 / 300 });
    server.run(120, 300);
    expect(server.longestWaitMs).toBe(0);
    expect(spread(server.history.slice(-120))).toBeLessThan(0.15);
  });

  it('adapts when the cost changes', () => {
    const capacity = new Capacity({ cores: 1 });
    createServer(capacity, { share: 1 / 1000 }).run(120, 40);
    const before = capacity.most;
    createServer(capacity, { share: 1 / 200 }).run(240, 40);
    expect(before).toBeGreaterThan(600);
    expect(Math.abs(capacity.most / 140 - 1)).toBeLessThan(0.1);
  });

  it('converges to the sustainable number when an unmeasured resource is the bottleneck', () => {
    const server = createServer(new Capacity({ cores: 4 }), { share: 1 / 2000, diskPeople: 150 });
    server.run(600, 40);
    const late = server.history.slice(-400);
    expect(Math.max(...late)).toBeLessThan(200);
    expect(late.reduce((sum, people) => sum + people, 0) / late.length).toBeGreaterThan(120);
  });

  it('admits no more than a few measurements while chunks keep waiting', () => {
    const capacity = new Capacity({ cores: 1 });
    const { sample } = createServer(capacity, { share: 1 / 1000 });
    const room = (): boolean => capacity.hasRoom(45);
    for (let at = 0; at < 3; at += 1) sample({ longestWaitMs: 350, people: 60 });
    expect(room()).toBe(true);
    sample({ longestWaitMs: 351, people: 60 });
    expect(room()).toBe(true);
    sample({ longestWaitMs: 351, people: 60 });
    expect(room()).toBe(false);
    expect(capacity.hasRoom(39)).toBe(true);
    for (let at = 0; at < 3; at += 1) sample();
    expect(room()).toBe(false);
    sample();
    expect(room()).toBe(true);
    // Fewer than at that time; more again later.
    expect(capacity.most).toBe(48);
    for (let at = 0; at < 400; at += 1) sample();
    expect(capacity.most).toBe(100);
  });

  it('is never more than the operator allows', () => {
    const capacity = new Capacity({ cores: 4, most: 5 });
    expect(capacity.most).toBe(5);
    createServer(capacity, { share: 1 / 1000 }).run(60, 40);
    expect(capacity.most).toBe(5);
    expect(capacity.hasRoom(5)).toBe(false);
  });

  it('is what the operator sets, except while chunks wait longer than a chunk takes to film', () => {
    const capacity = new Capacity({ cores: 1, most: 300 });
    const server = createServer(capacity, { share: 1 / 200 });
    server.run(60, 40);
    expect(capacity.most).toBe(300);
    expect(capacity.hasRoom(299)).toBe(false);
    expect(server.longestWaitMs).toBeGreaterThan(5_000);
  });
});
