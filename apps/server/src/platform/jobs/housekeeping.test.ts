// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { createLogger } from '../telemetry/logging.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { Housekeeping } from './housekeeping.ts';

const HOUR = 3_600_000;
const LATE = 'has not succeeded for an hour';

/** Housekeeping with a fake clock, one deletion that works and one whose failures the test controls. */
function housekeeping() {
  let time = 5_000;
  let isMine = true;
  let isBroken = false;
  const log: string[] = [];
  const metrics = createMetrics();
  const kept = new Housekeeping({
    acquireLease: () => Promise.resolve(isMine),
    now: () => 1_900_000_000_000 + time,
    monotonic: () => time,
    overwriteDeleted: () => Promise.resolve(),
    log: createLogger('info', { write: (line) => void log.push(line) }),
    metrics,
    everyMs: 1_000_000_000,
  });
  kept.add('results', () =>
    isBroken ? Promise.reject(new Error('disk I/O error')) : Promise.resolve(),
  );
  kept.add('events', () => Promise.resolve());
  return {
    metrics,
    log,
    add: (name: string, count: number) => {
      kept.add(name, () => Promise.resolve(count));
    },
    break: (broken = true) => (isBroken = broken),
    giveAway: (mine = false) => (isMine = mine),
    pass: (ms: number) => (time += ms),
    /** One round, as the timer runs it. */
    round: async () => {
      kept.start();
      await kept.stop();
    },
    run: () => kept.run(),
    overdueS: async (task: string) =>
      Number(
        new RegExp(`^perfuse_deletion_overdue_seconds\\{task="${task}"\\} (\\S+)$`, 'm').exec(
          await metrics.text(),
        )?.[1],
      ),
  };
}

it('counts each deletion and logs the one that fails, which does not stop the others', async () => {
  const { metrics, log, run, ...kept } = housekeeping();
  await run();
  kept.break();
  await run();
  const text = await metrics.text();
  expect(text).toContain('perfuse_background_total{task="results",outcome="done"} 1');
  expect(text).toContain('perfuse_background_total{task="results",outcome="failed"} 1');
  expect(text).toContain('perfuse_background_total{task="events",outcome="done"} 2');
  expect(text).toContain('perfuse_background_total{task="events",outcome="failed"} 0');
  expect(log).toHaveLength(1);
  expect(log[0]).toMatch(/"reason":"results".*"housekeeping failed"/);
});

it('logs the number of deleted rows, and nothing for none', async () => {
  const { log, add, run } = housekeeping();
  add('accounts', 3);
  add('devices', 0);
  await run();
  expect(log).toEqual([expect.stringMatching(/"count":3,"reason":"accounts"/)]);
});

it('reports once that a deletion has not succeeded for an hour, and again only after a success', async () => {
  const { log, run, pass, overdueS, ...kept } = housekeeping();
  const told = () => log.filter((line) => line.includes(LATE));
  await run();
  kept.break();
  pass(HOUR - 1);
  await run();
  expect(told()).toEqual([]);
  pass(2);
  await run();
  await run();
  expect(told()).toEqual([expect.stringMatching(/"level":"error".*"reason":"results"/)]);
  expect(await overdueS('results')).toBeGreaterThan(3600);
  expect(await overdueS('events')).toBe(0);
  kept.break(false);
  await run();
  expect(await overdueS('results')).toBe(0);
  kept.break();
  pass(HOUR + 1);
  await run();
  expect(told()).toHaveLength(2);
});

it('reports nothing overdue while another server does the housekeeping', async () => {
  const { log, round, pass, overdueS, giveAway } = housekeeping();
  giveAway();
  pass(2 * HOUR);
  await round();
  expect(await overdueS('results')).toBe(0);
  expect(log.filter((line) => line.includes(LATE))).toEqual([]);
});
