// SPDX-License-Identifier: Apache-2.0
import { ONE_TIME_CODE } from '@perfuse/contract/account/second-factor';
import type { ConsentAnswer } from '@perfuse/contract/account/consent';
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import type { Accounts } from '../../accounts/index.ts';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { countRefusals } from '../../../platform/http/count-refusals.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { inSeconds } from './in-seconds.ts';
import { sessionRules, toOrganisation } from './organisation-view.ts';

/** The code of a second factor as clients send it: as text, or as a number, which has lost its leading zeros. */
export const codeOf = ({ MFAToken }: { MFAToken?: string | number | undefined }) =>
  typeof MFAToken === 'number' ? String(MFAToken).padStart(ONE_TIME_CODE.digits, '0') : MFAToken;

interface WireLifetimes {
  readonly TokenExpiresIn?: number;
  readonly RefreshTokenExpiresIn?: number;
}
/** Token lifetimes that clients request, s. */
export const lifetimesOf = ({ TokenExpiresIn, RefreshTokenExpiresIn }: WireLifetimes) => ({
  accessS: TokenExpiresIn,
  refreshS: RefreshTokenExpiresIn,
});

/** Routes of the protocol for people, their consent and their organisation. */
export function userEndpoints(accounts: Accounts): readonly Endpoint[] {
  const { signIn, phoneCodes, twoStep, sessions, people, consents, directory, devices, tokens } =
    accounts;
  const own = async (principal: Principal, consent: ConsentAnswer) => ({
    ...inSeconds(consent),
    WithdrawalToken: await tokens.withdrawalToken(principal),
  });
  return [
    ...[ANALYSIS_ROUTES.requestLoginCode, ANALYSIS_ROUTES.changeLoginCode].map((row) =>
      endpoint(row, async ({ body, context }) => {
        const organisation = await directory.resolve({ identifier: body.Identifier });
        const at = { phoneNumber: body.PhoneNumber, organisation, named: body.Identifier };
        await phoneCodes.request(at, context);
        return { success: true };
      }),
    ),
    endpoint(ANALYSIS_ROUTES.requestLoginCodeByAddress, async ({ params, context }) => {
      const organisation = await directory.resolve({ identifier: params.orgKey });
      const at = { phoneNumber: params.phone, organisation, named: params.orgKey };
      await phoneCodes.request(at, context);
      return { success: true };
    }),
    endpoint(ANALYSIS_ROUTES.loginWithPhoneCode, async ({ body, context }) => {
      const organisation = await directory.resolve({ identifier: body.OrgKey });
      const at = { phoneNumber: body.PhoneNumber, organisation, named: body.OrgKey };
      const user = await phoneCodes.check(at, body.LoginCode, context, (found) =>
        twoStep.assertCode(found, codeOf(body), context.address),
      );
      return sessions.open(user, lifetimesOf(body));
    }),
    endpoint(ANALYSIS_ROUTES.login, ({ principal, body, context }) =>
      signIn.onDevice(
        principal,
        { email: body.Email, password: body.Password, secondCode: codeOf(body) },
        context.address,
        lifetimesOf(body),
      ),
    ),
    endpoint(ANALYSIS_ROUTES.logout, async ({ principal }) => {
      await devices.revokeFamily(principal.familyId);
      return { success: true };
    }),
    endpoint(ANALYSIS_ROUTES.retrieveUser, async ({ principal }) =>
      inSeconds(people.account(await people.find(principal.userId))),
    ),
    endpoint(ANALYSIS_ROUTES.retrieveConsent, async ({ principal }) =>
      own(principal, await consents.retrieve(principal)),
    ),
    endpoint(ANALYSIS_ROUTES.createConsent, async ({ principal, body }) => ({
      ...(await own(principal, await consents.create(principal, body))),
      success: true,
    })),
    endpoint(ANALYSIS_ROUTES.updateConsent, async ({ principal, body }) => ({
      ...(await own(principal, await consents.update(principal, body))),
      success: true,
    })),
    endpoint(ANALYSIS_ROUTES.withdrawDeviceConsent, ({ body, context }) =>
      countRefusals(context, async () => {
        const device = await tokens.withdrawingDevice(body.Token);
        await consents.withdraw(device, ['privacyPolicyAndTermsOfUse']);
        return { success: true };
      }),
    ),
    endpoint(ANALYSIS_ROUTES.releaseDevice, ({ body, context }) =>
      countRefusals(context, async () => {
        const { deviceId } = await tokens.withdrawingDevice(body.Token);
        await devices.revokeDevice(deviceId);
        return { success: true };
      }),
    ),
    endpoint(ANALYSIS_ROUTES.retrieveOrganisation, async ({ principal }) =>
      toOrganisation(await directory.find(principal.organisationId), accounts),
    ),
    endpoint(ANALYSIS_ROUTES.retrieveLogo, async ({ principal, params }) => {
      if (params.id !== principal.organisationId) throw new ServiceError('NOT_FOUND');
      return { data: (await directory.find(params.id)).logo };
    }),
    endpoint(ANALYSIS_ROUTES.passwordPolicy, async ({ query }) => {
      const policy = await directory.passwordPolicy(query.Identifier);
      return { ...policy, ...sessionRules(policy, accounts) };
    }),
  ];
}
