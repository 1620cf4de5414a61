// SPDX-License-Identifier: Apache-2.0
import { withoutPostgres } from '@perfuse/testing/postgres';
import { until } from '@perfuse/testing/waiting';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabase } from '../../testing/run.ts';
import { SIGNALS_NAME } from './postgres.ts';
import { Signals, type Signal } from './signals.ts';

const IDS = Array.from({ length: 50 }, (_, at) => `measurement-${String(at)}`);

/** One replica and the signals that it received. */
async function replica(url: string) {
  const signals = new Signals(url);
  const told: (readonly [Signal, string])[] = [];
  const seen = { connections: 0, errors: 0 };
  await signals.listen({
    onSignal: (signal, id) => void told.push([signal, id]),
    onReconnect: () => void (seen.connections += 1),
    onError: () => void (seen.errors += 1),
  });
  return { signals, told, seen };
}

describe.skipIf(withoutPostgres)('signals between replicas', () => {
  let url: string;
  let operator: pg.Client;
  let here: Awaited<ReturnType<typeof replica>>;
  let there: Awaited<ReturnType<typeof replica>>;
  beforeAll(async () => {
    url = await emptyDatabase();
    operator = new pg.Client({ connectionString: url });
    await operator.connect();
    here = await replica(url);
    there = await replica(url);
  });
  afterAll(async () => {
    await Promise.all([here.signals.stop(), there.signals.stop()]);
    await operator.end();
  });

  it('reach every replica once each, however many are sent at a time', async () => {
    for (const id of IDS) {
      here.signals.send('work', id);
      here.signals.send('work', id);
      here.signals.send('result', id);
    }
    const sent = IDS.flatMap((id): [Signal, string][] => [
      ['work', id],
      ['result', id],
    ]);
    for (const { told } of [here, there]) {
      await until(() => told.length >= sent.length || undefined);
      expect(told).toEqual(sent);
      told.length = 0;
    }
  });

  it('wait while the connection is lost', async () => {
    await operator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = $1 and datname = current_database() order by backend_start limit 1`,
      [SIGNALS_NAME],
    );
    await until(() => here.seen.errors > 0 || undefined);
    expect(here.seen.connections).toBe(1);
    here.signals.send('result', 'in the break');
    await until(() => there.told.length > 0 || undefined);
    expect(here.seen.connections).toBe(2);
    expect(there.told).toEqual([['result', 'in the break']]);
  });
});
