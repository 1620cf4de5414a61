// SPDX-License-Identifier: Apache-2.0
import { idParams, successSchema } from '../analysis/schemas.ts';
import type { RouteTable } from '../route.ts';
import {
  createHandOffBody,
  handOffCreated,
  handOffState,
  redeemedHandOff,
  redeemHandOffBody,
} from './handoff.ts';

/** Continuing a measurement on a phone, below `/api`. */
export const HANDOFF_ROUTES = {
  createHandOff: {
    method: 'POST',
    path: '/handoff',
    summary:
      'Create a one-time token to continue on a phone; revokes an unused earlier one of this device',
    authentication: 'device-or-user',
    rate: 'strict',
    body: createHandOffBody,
    response: handOffCreated,
    errors: ['NOT_FOUND'],
    note: 'NOT_FOUND: the organisation has no visit with this launchId.',
  },
  redeemHandOff: {
    method: 'POST',
    path: '/handoff/redeem',
    summary: 'Exchange the token for a separate session and the progress handed over',
    authentication: 'public',
    rate: 'strict',
    body: redeemHandOffBody,
    response: redeemedHandOff,
    errors: ['INVALID_HANDOFF', 'RESTRICTED'],
    note: 'The token is the credential. A used, expired, cancelled or unknown token, and a session that has since ended, get the same response. RESTRICTED: sent from a page of another site.',
  },
  handOffState: {
    method: 'GET',
    path: '/handoff/:id',
    summary: 'Whether a phone has continued; for the device that created the hand-off',
    authentication: 'device-or-user',
    rate: 'normal',
    params: idParams,
    response: handOffState,
    note: 'Changes nothing, and returns `over` for the hand-offs of others.',
  },
  cancelHandOff: {
    method: 'DELETE',
    path: '/handoff/:id',
    summary: 'Cancel a hand-off that no phone has opened yet',
    authentication: 'device-or-user',
    rate: 'normal',
    params: idParams,
    response: successSchema,
    note: 'Succeeds even if there is none.',
  },
} as const satisfies RouteTable;
