// SPDX-License-Identifier: Apache-2.0
import type { FastifyPluginCallback } from 'fastify';
import { routes, type MountOptions } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Launches } from '../launch/index.ts';
import { handOffEndpoints } from './endpoints.ts';
import { HandOffRepository } from './handoff-repository.ts';
import { HandOffs } from './handoff-service.ts';

/** Continuing a measurement on a phone. */
export function createHandOffs(
  { configuration, database, now, housekeeping }: Platform,
  accounts: Accounts,
  launches: Launches,
): (mounting: MountOptions) => FastifyPluginCallback {
  const store = new HandOffRepository(database, now);
  const handOffs = new HandOffs({
    store,
    devices: accounts.devices,
    tokens: accounts.tokens,
    accounts,
    visits: launches.service,
    lifetimeS: configuration.PERFUSE_HANDOFF_S,
    publicUrl: configuration.PERFUSE_PUBLIC_URL ?? null,
    now,
  });
  housekeeping.add('hand-offs', () => store.purge());
  return (mounting) => routes(handOffEndpoints(handOffs), mounting);
}
