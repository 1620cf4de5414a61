// SPDX-License-Identifier: Apache-2.0
/** Answers of the server that several tests share. */
import type { AdminConfiguration } from '@perfuse/contract/admin/configurations';
import type { AdminKeys } from '@perfuse/contract/admin/keys';
import type { AdminOrganisation } from '@perfuse/contract/admin/organisations';
import type { AdminSession } from '@perfuse/contract/admin/session';
import type { FakeServer } from './fake-server.test-support.ts';

const AT = Date.UTC(2026, 2, 14, 9, 30);

export const SESSION: AdminSession = {
  administrator: {
    id: 'a1',
    email: 'ada@perfuse.example',
    organisationId: null,
    hasSecondFactor: false,
  },
  requiresSecondFactor: false,
  publicUrl: 'https://perfuse.example',
  hasEnterprise: false,
  version: '0.1.0',
};

export const ORGANISATION: AdminOrganisation = {
  id: 'o1',
  identifier: 'acme-health',
  name: 'Acme Health',
  active: true,
  configurations: 1,
  createdAt: AT,
  contact: '',
  email: '',
  addresses: [],
  logo: '',
  loginType: 'password',
  allowSignup: true,
  updatedAt: AT,
  studies: [
    { id: 's1', name: 'Vital signs', active: true },
    { id: 's2', name: 'Sleep', active: true },
  ],
  branches: [{ id: 'b1', name: 'North' }],
};

export const CONFIGURATION: AdminConfiguration = {
  id: 'front-desk',
  studyId: 's1',
  branchId: null,
  settings: {},
  createdAt: AT,
  updatedAt: AT,
};

export const KEY: AdminKeys['keys'][number] = {
  id: 'k1',
  purpose: 'launch',
  name: 'portal',
  active: true,
  publicKey: { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) },
  createdAt: AT,
};

/** A signed-in administrator with one organisation, one configuration and one key. */
export function signedIn(server: FakeServer): void {
  const { id, identifier, name, active, configurations, createdAt } = ORGANISATION;
  server.answers('session', SESSION);
  server.answers('signIn', SESSION);
  server.answers('signOut', { success: true });
  server.answers('organisations', {
    organisations: [{ id, identifier, name, active, configurations, createdAt }],
  });
  server.answers('organisation', ORGANISATION);
  server.answers('configurations', { configurations: [CONFIGURATION] });
  server.answers('keys', { keys: [KEY], licences: [] });
  server.answers('secondFactor', { since: null, recoveryCodes: 0 });
}
