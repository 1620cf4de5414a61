// SPDX-License-Identifier: Apache-2.0
import {
  SECOND_FACTOR_ROUTES,
  SIGN_IN_ROUTES,
} from '@perfuse/contract/backend/second-factor-routes';
import type { Accounts } from '../accounts.ts';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';

/** Signing in, in one step or two. */
export function signInEndpoints(accounts: Accounts): readonly Endpoint[] {
  const { signIn, signUp, phoneCodes, twoStep, directory } = accounts;
  return [
    endpoint(SIGN_IN_ROUTES.signIn, ({ body, surroundings }) =>
      signIn.withPassword(body, surroundings.address),
    ),
    endpoint(SIGN_IN_ROUTES.signInByPhone, async ({ body, surroundings }) => {
      const organisation = await directory.resolve({ identifier: body.OrgKey });
      const at = { phoneNumber: body.PhoneNumber, organisation };
      return twoStep.admit(await phoneCodes.check(at, body.LoginCode, surroundings.address));
    }),
    endpoint(SIGN_IN_ROUTES.confirmSignUp, ({ body, surroundings }) =>
      signUp.confirm(body, surroundings.address),
    ),
    endpoint(SIGN_IN_ROUTES.secondStep, ({ body, surroundings }) =>
      twoStep.finish(body.Token, body.Code, surroundings),
    ),
  ];
}

/** The second factor of the signed-in person. */
export function secondFactorEndpoints({ secondFactor }: Accounts): readonly Endpoint[] {
  return [
    endpoint(SECOND_FACTOR_ROUTES.secondFactor, ({ principal }) =>
      secondFactor.state(principal.userId),
    ),
    endpoint(SECOND_FACTOR_ROUTES.beginSecondFactor, ({ principal, body, surroundings }) =>
      secondFactor.begin(principal, body.password, surroundings.address),
    ),
    endpoint(
      SECOND_FACTOR_ROUTES.confirmSecondFactor,
      async ({ principal, body, surroundings }) => ({
        recoveryCodes: [...(await secondFactor.confirm(principal.userId, body.code, surroundings))],
      }),
    ),
    endpoint(SECOND_FACTOR_ROUTES.renewRecoveryCodes, async (request) => {
      const { principal, body, surroundings } = request;
      const codes = await secondFactor.renewRecoveryCodes(
        principal.userId,
        body,
        surroundings.address,
      );
      return { recoveryCodes: [...codes] };
    }),
    endpoint(SECOND_FACTOR_ROUTES.endSecondFactor, async ({ principal, body, surroundings }) => {
      await secondFactor.end(principal.userId, body, surroundings);
      return { success: true };
    }),
  ];
}
