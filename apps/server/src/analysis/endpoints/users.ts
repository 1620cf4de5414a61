// SPDX-License-Identifier: Apache-2.0
import { ONE_TIME_CODE } from '@perfuse/contract/account/second-factor';
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import type { Accounts } from '../../accounts/accounts.ts';
import { toOrganisationAnswer } from '../../accounts/directory.ts';
import { endpoint, type Endpoint } from '../../http/endpoint.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { TokenService } from '../../identity/token-service.ts';

/** The code of a second factor as clients send it: as text, or as a number, which has lost its zeros. */
export const codeOf = ({ MFAToken }: { MFAToken?: string | number | undefined }) =>
  typeof MFAToken === 'number' ? String(MFAToken).padStart(ONE_TIME_CODE.digits, '0') : MFAToken;

/** People, their consent and their organisation, as clients of the protocol ask. */
export function userEndpoints(accounts: Accounts, tokens: TokenService): readonly Endpoint[] {
  const { signIn, phoneCodes, twoStep, sessions, people, consents, directory } = accounts;
  return [
    endpoint(ANALYSIS_ROUTES.requestLoginCode, async ({ body, surroundings }) => {
      const organisation = await directory.resolve({ identifier: body.Identifier });
      const at = { phoneNumber: body.PhoneNumber, organisation };
      await phoneCodes.request(at, surroundings);
      return { success: true };
    }),
    endpoint(ANALYSIS_ROUTES.requestLoginCodeByAddress, async ({ params, surroundings }) => {
      const organisation = await directory.resolve({ identifier: params.orgKey });
      const at = { phoneNumber: params.phone, organisation };
      await phoneCodes.request(at, surroundings);
      return { success: true };
    }),
    endpoint(ANALYSIS_ROUTES.loginWithPhoneCode, async ({ body, surroundings }) => {
      const organisation = await directory.resolve({ identifier: body.OrgKey });
      const at = { phoneNumber: body.PhoneNumber, organisation };
      const user = await phoneCodes.check(at, body.LoginCode, surroundings.address);
      await twoStep.demandAtOnce(user, codeOf(body), surroundings.address);
      return sessions.open(user);
    }),
    endpoint(ANALYSIS_ROUTES.login, ({ principal, body, surroundings }) =>
      signIn.onDevice(
        principal.organisationId,
        { email: body.Email, password: body.Password, secondCode: codeOf(body) },
        surroundings.address,
        { accessS: body.TokenExpiresIn, refreshS: body.RefreshTokenExpiresIn },
      ),
    ),
    endpoint(ANALYSIS_ROUTES.logout, async ({ principal }) => {
      await tokens.endAll(principal.userId);
      return { success: true };
    }),
    endpoint(ANALYSIS_ROUTES.retrieveUser, async ({ principal }) =>
      people.account(await people.find(principal.userId)),
    ),
    endpoint(ANALYSIS_ROUTES.retrieveConsent, ({ principal }) => consents.retrieve(principal)),
    endpoint(ANALYSIS_ROUTES.createConsent, ({ principal, body }) =>
      consents.create(principal, body),
    ),
    endpoint(ANALYSIS_ROUTES.updateConsent, ({ principal, body }) =>
      consents.update(principal, body),
    ),
    endpoint(ANALYSIS_ROUTES.retrieveOrganisation, async ({ principal }) =>
      toOrganisationAnswer(await directory.find(principal.organisationId)),
    ),
    endpoint(ANALYSIS_ROUTES.retrieveLogo, async ({ principal, params }) => {
      if (params.id !== principal.organisationId) throw new ServiceError('NOT_FOUND');
      return { data: (await directory.find(params.id)).logo };
    }),
    endpoint(ANALYSIS_ROUTES.passwordPolicy, ({ query }) =>
      directory.passwordPolicy(query.Identifier),
    ),
  ];
}
