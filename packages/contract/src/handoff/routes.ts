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
      'A one-time token with which a phone goes on; an earlier unused one of this device ends',
    authentication: 'device-or-user',
    rate: 'strict',
    body: createHandOffBody,
    response: handOffCreated,
    errors: ['NOT_FOUND'],
    note: 'NOT_FOUND: the launchId is of no visit of this organisation.',
  },
  redeemHandOff: {
    method: 'POST',
    path: '/handoff/redeem',
    summary: 'Exchange the token for a session of its own, with what was taken along',
    authentication: 'public',
    rate: 'strict',
    body: redeemHandOffBody,
    response: redeemedHandOff,
    errors: ['INVALID_HANDOFF', 'RESTRICTED'],
    note: 'The token is the credential. One answer for a token that was used, has run out, was cancelled or never was, and for a session that has ended since. RESTRICTED: sent from the page of another site.',
  },
  handOffState: {
    method: 'GET',
    path: '/handoff/:id',
    summary: 'Whether a phone has gone on; for the device that asked',
    authentication: 'device-or-user',
    rate: 'normal',
    params: idParams,
    response: handOffState,
    note: 'Changes nothing, and says `over` of the hand-offs of others.',
  },
  cancelHandOff: {
    method: 'DELETE',
    path: '/handoff/:id',
    summary: 'End a hand-off that no phone has opened yet',
    authentication: 'device-or-user',
    rate: 'normal',
    params: idParams,
    response: successSchema,
    note: 'Succeeds also when there is none.',
  },
} as const satisfies RouteTable;
