// SPDX-License-Identifier: Apache-2.0
/** Test helper: an organisation with people of every role, signed in. */
import { randomUUID } from 'node:crypto';
import { ROLES, type Role } from '@perfuse/contract/account/roles';
import { z } from '@perfuse/contract/schema';
import { call, type Answer } from '@perfuse/testing/client';
import { newEmail, pairOf, PASSWORD } from './people.ts';
import type { TestServer } from './server.ts';

export interface StaffMember {
  readonly id: string;
  readonly email: string;
  /** Token of the sign-in to the organisation; for people without a role, to the app. */
  readonly token: string;
}

export interface TestOrganisation {
  readonly id: string;
  readonly identifier: string;
  readonly studyId: string;
  readonly licence: { readonly id: string; readonly key: string };
  readonly device: { readonly id: string; readonly token: string };
  readonly staff: Readonly<Record<Role, StaffMember>>;
}

const registration = z.object({ DeviceID: z.string(), Token: z.string() });

export function licenceRegistration(server: TestServer, key: string, name = 'kiosk') {
  const body = { Key: key, DeviceTypeID: 'LINUX', Name: name, Identifier: name, Version: '1.0.0' };
  return call(server, 'POST', '/analysis/organizations/licenses', { body });
}

export async function registerDevice(server: TestServer, key: string, name?: string) {
  const answer = await licenceRegistration(server, key, name);
  const { DeviceID, Token } = registration.parse(answer.body);
  return { id: DeviceID, token: Token };
}

export const organisationSignIn = (
  server: TestServer,
  Identifier: string,
  Email: string,
  Password = PASSWORD,
): Promise<Answer> =>
  call(server, 'POST', '/analysis/organizations/auth', { body: { Email, Password, Identifier } });

export const userSignIn = (
  server: TestServer,
  deviceToken: string,
  Email: string,
  Password = PASSWORD,
): Promise<Answer> =>
  call(server, 'POST', '/analysis/users/auth', {
    token: deviceToken,
    body: { Email, Password },
  });

export async function newOrganisation(server: TestServer): Promise<TestOrganisation> {
  const { directory, people } = server.app.accounts;
  const identifier = `o-${randomUUID().slice(0, 8)}`;
  const { id } = await directory.createOrganisation({ name: identifier, identifier });
  const studyId = await directory.createStudy(id, 'Night shifts');
  const licence = await directory.createLicence(id, 'kiosks');
  const device = await registerDevice(server, licence.key);
  const member = async (role: Role): Promise<[Role, StaffMember]> => {
    const email = newEmail();
    const user = await people.createUser(id, { email, password: PASSWORD, role });
    const answer =
      role === 'USER'
        ? await userSignIn(server, device.token, email)
        : await organisationSignIn(server, identifier, email);
    return [role, { id: user.id, email, token: pairOf(answer).Token }];
  };
  const members = await Promise.all(ROLES.map(member));
  // Proven: one entry for each role.
  const staff = Object.fromEntries(members) as Record<Role, StaffMember>;
  return { id, identifier, studyId, licence, device, staff };
}
