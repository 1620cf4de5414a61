// SPDX-License-Identifier: Apache-2.0
import type { FastifyPluginCallback } from 'fastify';
import type { KeyRing } from '../../platform/crypto/key-ring.ts';
import { mount, type MountOptions } from '../../platform/http/mount.ts';
import type { Accounts } from './accounts.ts';
import { accessEndpoints } from './endpoints/access-endpoints.ts';
import { accountEndpoints } from './endpoints/account-endpoints.ts';
import { secondFactorEndpoints, signInEndpoints } from './endpoints/second-factor-endpoints.ts';
import { sessionEndpoints } from './endpoints/session-endpoints.ts';

/** What people do with their own account. */
export const accountsPlugin =
  (accounts: Accounts, keys: KeyRing, mounting: MountOptions): FastifyPluginCallback =>
  (http, _options, done) => {
    const { tokens } = accounts;
    mount(
      http,
      [
        ...accountEndpoints(accounts),
        ...signInEndpoints(accounts),
        ...secondFactorEndpoints(accounts),
        ...accessEndpoints(accounts),
        ...sessionEndpoints({ tokens, keys }),
      ],
      mounting,
    );
    http.addHook('onClose', accounts.stop);
    done();
  };
