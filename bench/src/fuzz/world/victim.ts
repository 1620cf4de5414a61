// SPDX-License-Identifier: Apache-2.0
/** Somebody else, whose things no input may see or change: an organisation with its people, and a person of the house. */
import { integrator } from '@perfuse/server/testing/integrator';
import { registerDevice, measureIn } from '@perfuse/server/testing/organisation';
import { call, type Answer } from '@perfuse/testing/client';
import { FULL_CONSENT, giveConsent, PASSWORD } from '@perfuse/server/testing/people';
import { z } from '@perfuse/contract/schema';
import { demand } from '../engine/oracle.ts';
import { fresh } from './ours.ts';
import type { Started } from './started.ts';

/** Stands in everything that is the victim's and that only they may read. */
export const MARK = 'zqvictim';
const EMAIL_MARK = 'zqmail';
const COUNTS = /"(?:Measurements|Participants|DeviceRegistrations|TotalCount)":\d+/g;
/** The product makes it for the first visitor who opens a link of the organisation. */
const VISITORS = /,?\{"ID":"[^"]+","Name":"Visitors by link","LicenseType":"visitor"[^{}]*\}/g;
const withId = z.object({ ID: z.string() });

export interface Victim {
  /** Names that an input may know of: ids and an address, no secrets. */
  readonly names: Readonly<Record<string, string>>;
  /** Throws when an answer tells of the victim. @param asked what the input itself named. */
  readonly demandUnseen: (answer: string, asked: string) => void;
  /** Throws when something of the victim's is other than it was. */
  readonly demandUntouched: () => Promise<void>;
}

export async function openVictim({ app, server }: Started): Promise<Victim> {
  const { people, sessions } = app.accounts;
  const organisation = await integrator(server);
  const { organisationId } = organisation;
  const device = await registerDevice(server, organisation.licenceKey, `${MARK} kiosk`);
  const email = (): string => `${EMAIL_MARK}-${fresh()}@example.org`;
  const named = { password: PASSWORD, firstName: MARK, lastName: MARK };
  const address = email();
  const user = await people.createUser(organisationId, { ...named, email: address });
  const member = (await sessions.open(user)).Token;
  const chief = await people.createUser(organisationId, {
    ...named,
    email: email(),
    role: 'DFX_ORG_ADMIN',
  });
  const staff = (await sessions.openForOrganisation(chief)).Token;
  const house = await people.createUser(app.installation.organisationId, {
    ...named,
    email: email(),
  });
  const person = (await sessions.open(house)).Token;
  await giveConsent(server, person, {
    ...FULL_CONSENT,
    data_controller: { company: MARK, contact: MARK, email: '', on_behalf: false },
  });
  const PartnerID = `${MARK}-partner`;
  const StudyID = organisation.studyId;
  const measured = await measureIn(server, device.token, { StudyID, PartnerID });
  const own = await measureIn(server, person, { StudyID: app.installation.studyId, PartnerID });
  const licence = await app.accounts.directory.createLicence(organisationId, `${MARK} licence`);
  const body = { Name: MARK, Email: email() };
  const made = await call(server, 'POST', '/analysis/users/profiles', { token: member, body });
  const profile = withId.parse(made.body).ID;

  const looks: readonly (readonly [token: string, path: string])[] = [
    [device.token, `/analysis/measurements/${measured}`],
    [device.token, '/analysis/measurements'],
    [member, '/analysis/users'],
    [member, `/analysis/users/profiles/${profile}`],
    [staff, '/analysis/organizations/users?Limit=5'],
    [staff, `/analysis/organizations/measurements?PartnerID=${PartnerID}`],
    [staff, '/analysis/organizations'],
    [staff, '/analysis/studies'],
    [staff, `/analysis/devices/${device.id}`],
    [staff, '/analysis/licenses/organization'],
    [person, '/api/history'],
    [person, '/analysis/consents'],
    [person, '/analysis/users/profiles'],
  ];
  const look = async (): Promise<readonly string[]> =>
    Promise.all(
      looks.map(async ([token, path]) => {
        const answer: Answer = await call(server, 'GET', path, { token });
        // Whoever opens a link of the organisation is a visitor and may measure: numbers of them grow.
        const body = JSON.stringify(answer.body).replaceAll(COUNTS, '').replaceAll(VISITORS, '');
        return `${path} ${String(answer.status)} ${body}`;
      }),
    );
  const before = await look();
  demand(
    before.every((line) => line.includes(' 200 ')),
    `the victim reads what is theirs: ${before.find((line) => !line.includes(' 200 ')) ?? ''}`,
  );
  return {
    names: {
      VORG: organisationId,
      VSTUDY: StudyID,
      VCONFIG: organisation.configId,
      VDEVICE: device.id,
      VUSER: user.id,
      VPERSON: house.id,
      VEMAIL: address,
      VMEASUREMENT: measured,
      VOWN: own,
      VPROFILE: profile,
      VLICENCE: licence.id,
    },
    demandUnseen: (answer, asked) => {
      demand(!answer.includes(MARK), `an answer tells of somebody else: ${answer.slice(0, 500)}`);
      const isNamed = asked.includes(EMAIL_MARK);
      demand(isNamed || !answer.includes(EMAIL_MARK), 'an answer tells whose address there is');
    },
    demandUntouched: async () => {
      const now = await look();
      const at = now.findIndex((line, k) => line !== before[k]);
      demand(at < 0, `somebody else's things changed: ${before[at] ?? ''} -> ${now[at] ?? ''}`);
    },
  };
}
