// SPDX-License-Identifier: Apache-2.0
/** The vendor's published npm client, unchanged: every call of it that this service supports. */
import client from '@nuralogix.ai/dfx-api-client';
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionOf, smallPayloads } from '@perfuse/testing/chunks';
import { newOrganisation, type TestOrganisation } from '../../testing/organisation.ts';
import { codeIn, FULL_CONSENT, messageTo, newEmail, PASSWORD } from '../../testing/people.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { until } from '@perfuse/testing/waiting';

interface ClientAnswer {
  readonly status: string;
  readonly body?: unknown;
}

/** The client's types require every filter; its code sends only the given ones. */
const some = (filters: object): never => filters as never;

const idAnswer = z.object({ ID: z.string() });
const pairAnswer = z.object({ Token: z.string(), RefreshToken: z.string() });
const rows = z.array(z.looseObject({ ID: z.string(), TotalCount: z.int() }));

describe("the vendor's npm client", () => {
  let server: TestServer;
  let here: TestOrganisation;
  beforeAll(async () => {
    server = await startServer({ environment: { PERFUSE_RATE_STRICT: '100000' } });
    here = await newOrganisation(server);
  });
  afterAll(() => server.stop());

  const newClient = () =>
    client({
      url: {
        http: new URL('/analysis/', server.origin),
        wss: new URL('/analysis/', `ws://${server.host}`),
      },
    });

  /** The client returns the status as text; an answer other than 200 is shown with its body. */
  async function done<T>(answer: Promise<ClientAnswer>, shape: { parse: (x: unknown) => T }) {
    const { status, body } = await answer;
    expect({ status, body }).toMatchObject({ status: '200' });
    return shape.parse(body);
  }
  const fine = (answer: Promise<ClientAnswer>): Promise<unknown> => done(answer, z.unknown());

  it('registers, creates an account, signs in, consents, measures in series and tidies up', async () => {
    const api = newClient();
    const { general, users, organizations, profiles, measurements, studies, auths, devices } =
      api.http;
    await fine(general.status());
    await fine(general.listAcceptedMimeTypes());
    await fine(general.regions());
    const registered = await done(
      organizations.registerLicense(
        {
          Key: here.licence.key,
          DeviceTypeID: 'LINUX',
          Name: 'npm',
          Identifier: 'npm',
          Version: '1.0.73',
        },
        true,
      ),
      pairAnswer,
    );
    expect(await done(general.verifyToken(registered.Token), z.unknown())).toMatchObject({
      ActiveLicense: true,
      Type: 'device',
      RoleID: 'DEVICE',
    });
    await fine(general.listAvailableUserRoles());

    const Email = newEmail();
    await fine(
      users.create(
        { Email, Password: PASSWORD, FirstName: 'Ana', LastName: 'Doe', HeightCm: '170' },
        'device',
      ),
    );
    const { Token } = await done(users.login({ Email, Password: PASSWORD }), pairAnswer);
    await fine(general.listAvailableStatuses());
    expect(await done(users.retrieve(), z.unknown())).toMatchObject({ Email, HeightCm: '170' });
    expect(await done(users.retrieveUserRole(), z.unknown())).toMatchObject({ ID: 'USER' });
    await fine(users.update({ Email, Password: PASSWORD, PhoneNumber: '', FirstName: 'Anna' }));
    await fine(general.createConsent(FULL_CONSENT));
    await fine(general.retrieveConsent());
    await fine(general.updateConsent(FULL_CONSENT));
    await fine(organizations.retrieve('user'));
    await fine(organizations.retrieveLogo(here.id));
    await fine(organizations.getPasswordPolicy());
    await fine(auths.requestResetPasswordLink({ Email, Identifier: here.identifier }));

    // The client creates profiles with the device's token: they belong to the signed-in person.
    api.setSession({ deviceToken: Token });
    const profile = await done(profiles.create({ Name: 'Ana', Email }), idAnswer);
    await fine(profiles.retrieve(profile.ID));
    await fine(profiles.update(profile.ID, { Name: 'Anna', Email, Status: 'ACTIVE' }));
    const named = await done(profiles.list(some({ userProfileName: 'Anna' })), rows);
    expect(named.map(({ ID }) => ID)).toEqual([profile.ID]);

    expect(await done(studies.list(some({ limit: 1, offset: 0 })), rows)).toHaveLength(1);
    await fine(studies.types('ACTIVE'));
    await fine(studies.templates(some({ limit: 5, offset: 0 })));
    await fine(studies.retrieve(here.studyId));
    const config = z.object({ MD5Hash: z.string(), ConfigFile: z.string() });
    const asked = { StudyID: here.studyId, SDKID: 'npm' };
    const file = await done(studies.retrieveSdkConfigData({ ...asked, MD5Hash: '' }), config);
    const again = await studies.retrieveSdkConfigData({ ...asked, MD5Hash: file.MD5Hash });
    expect(again.status).toBe('304');
    await fine(devices.types());

    const { ID } = await done(
      measurements.create({
        StudyID: here.studyId,
        Resolution: 100,
        UserProfileID: profile.ID,
        PartnerID: 'ward-7',
      }),
      idAnswer,
    );
    const payloads = smallPayloads();
    for (const [at, Payload] of payloads.entries()) {
      const Action = actionOf(at, payloads.length);
      await fine(measurements.data(ID, { Action, Payload }));
    }
    const complete = z.object({
      StatusID: z.literal('COMPLETE'),
      Results: z.object({ HR_BPM: z.tuple([z.object({ Data: z.array(z.int()) })]) }),
    });
    const measured = await until(async () => {
      const { body } = await measurements.retrieve(ID, 'user');
      const parsed = complete.safeParse(body);
      return parsed.success ? parsed.data : undefined;
    }, 'a complete measurement');
    expect(measured.Results.HR_BPM[0].Data).toHaveLength(payloads.length);
    const listed = await done(
      measurements.list(some({ partnerId: 'ward-7', statusId: 'COMPLETE' })),
      rows,
    );
    expect(listed.map((row) => row.ID)).toEqual([ID]);
    await fine(measurements.delete(ID));
    await fine(profiles.remove(profile.ID));

    api.setSession({ deviceToken: registered.Token });
    const session = await done(
      users.login({ Email, Password: PASSWORD, TokenExpiresIn: '3600' }),
      pairAnswer,
    );
    await fine(auths.renew(session, 'user'));
    await fine(users.logout());
    const after = await users.retrieve();
    expect(after).toMatchObject({ status: '401', body: { Code: 'ERR_SESSION_EXPIRED' } });
  });

  it('signs in with a phone code, which its types declare as a number', async () => {
    const { users } = newClient().http;
    const phoneNumber = '+4915112345699';
    await server.app.accounts.people.createUser(here.id, { phoneNumber });
    await fine(users.requestLoginCode(here.identifier, phoneNumber));
    const LoginCode = Number(codeIn(await messageTo(server, phoneNumber)));
    const asked = { LoginCode, PhoneNumber: phoneNumber, OrgKey: here.identifier };
    await done(users.loginWithPhoneCode(asked, false), pairAnswer);
  });

  it('manages the organisation with its administrator’s sign-in', async () => {
    const api = newClient();
    const { organizations, studies, devices, licenses, reports, measurements, users } = api.http;
    const { email, id: ownId } = here.staff.DFX_ORG_ADMIN;
    await fine(
      organizations.login({ Email: email, Password: PASSWORD, Identifier: here.identifier }, true),
    );
    const Email = newEmail();
    const created = await done(
      organizations.createUser({
        FirstName: 'Bo',
        LastName: 'Doe',
        Email,
        Gender: 'male',
        DateOfBirth: '1990-01-01',
        RoleID: 'DFX_ANALYST',
        Password: PASSWORD,
      }),
      idAnswer,
    );
    const details = {
      FirstName: 'Bob',
      LastName: 'Doe',
      Gender: 'male',
      DateOfBirth: '1990-01-01',
    };
    await fine(
      organizations.updateUser(created.ID, { ...details, HeightCm: '180', WeightKg: '80' }),
    );
    expect(await done(organizations.retrieveUser(created.ID), z.unknown())).toMatchObject({
      FirstName: 'Bob',
      WeightKg: '80',
    });
    const found = await done(
      organizations.users(some({ userName: Email, roleId: 'DFX_ANALYST' })),
      rows,
    );
    expect(found.map(({ ID }) => ID)).toEqual([created.ID]);
    await fine(organizations.removeUser(created.ID));

    const study = { Name: 'Wards', Description: '', StudyTemplateID: 'perfuse-vitals', Config: {} };
    const { ID: studyId } = await done(studies.create(study), idAnswer);
    await fine(studies.update(studyId, { ...study, StatusID: 'INACTIVE' }));
    await fine(studies.remove(studyId));

    await fine(organizations.listMeasurements(some({ statusId: 'COMPLETE', limit: 5 })));
    await fine(organizations.listProfiles(some({ limit: 5 })));
    expect(await done(devices.list(), rows)).not.toHaveLength(0);
    await fine(devices.retrieve(here.device.id));
    await fine(
      devices.update(here.device.id, {
        Name: 'kiosk 2',
        DeviceTypeID: 'LINUX',
        Status: 'ACTIVE',
        Identifier: 'k2',
        Version: '2',
      }),
    );
    expect(await done(licenses.listOrgLicenses(some({ limit: 5 })), rows)).toHaveLength(1);
    await fine(licenses.retrieveOrgLicense(here.licence.id));
    await fine(licenses.listLicenseTypes());
    expect(await done(reports.reportCount({ Format: 'csv' }), z.unknown())).toHaveProperty(
      'MeasurementCount',
    );
    await fine(reports.makeReport({ Format: 'csv', StudyID: here.studyId }));
    await fine(users.delete(ownId));
    await fine(studies.deleteStudyMeasurement(here.studyId));
    await fine(devices.deleteDeviceMeasurement(here.device.id));
    await fine(organizations.deletePartnerMeasurement(here.id, 'ward-7'));
    await fine(organizations.deleteOrgMeasurement(here.id));

    // What this sign-in may not do is also refused in the form that the client expects.
    const measuring = await measurements.create({ StudyID: here.studyId, Resolution: 0 });
    expect(measuring).toMatchObject({ status: '403', body: { Code: 'RESTRICTED' } });
  });
});
