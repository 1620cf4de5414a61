// SPDX-License-Identifier: Apache-2.0
import {
  SECOND_FACTOR_ROUTES,
  SIGN_IN_ROUTES,
} from '@perfuse/contract/backend/second-factor-routes';
import type { Accounts } from '../accounts.ts';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';

/** Signing in, in one step or two. */
export function signInEndpoints(accounts: Accounts): readonly Endpoint[] {
  const { signIn, signUp, phoneCodes, sessions, directory } = accounts;
  return [
    endpoint(SIGN_IN_ROUTES.signIn, ({ body, context }) =>
      signIn.withPassword(body, context.address),
    ),
    endpoint(SIGN_IN_ROUTES.signInByPhone, async ({ body, context }) => {
      const organisation = await directory.resolve({ identifier: body.OrgKey });
      const at = { phoneNumber: body.PhoneNumber, organisation, named: body.OrgKey };
      return sessions.openOrChallenge(await phoneCodes.check(at, body.LoginCode, context));
    }),
    endpoint(SIGN_IN_ROUTES.confirmSignUp, ({ body, context }) =>
      signUp.confirm(body, context.address),
    ),
    endpoint(SIGN_IN_ROUTES.secondStep, ({ body, context }) =>
      sessions.openBySecondStep(body.Token, body.Code, context),
    ),
  ];
}

/** The second factor of the signed-in person. */
export function secondFactorEndpoints({ secondFactor, proof }: Accounts): readonly Endpoint[] {
  return [
    endpoint(SECOND_FACTOR_ROUTES.secondFactor, ({ principal }) =>
      secondFactor.state(principal.userId),
    ),
    endpoint(SECOND_FACTOR_ROUTES.beginSecondFactor, async ({ principal, body, context }) => {
      const { address } = context;
      await proof.assert(principal, { password: body.password, address });
      return secondFactor.begin(principal.userId);
    }),
    endpoint(SECOND_FACTOR_ROUTES.confirmSecondFactor, async ({ principal, body, context }) => ({
      recoveryCodes: [...(await secondFactor.confirm(principal.userId, body.code, context))],
    })),
    endpoint(SECOND_FACTOR_ROUTES.renewRecoveryCodes, async ({ principal, body, context }) => {
      const codes = await secondFactor.renewRecoveryCodes(principal.userId, body, context.address);
      return { recoveryCodes: [...codes] };
    }),
    endpoint(SECOND_FACTOR_ROUTES.endSecondFactor, async ({ principal, body, context }) => {
      await secondFactor.end(principal.userId, body, context);
      return { success: true };
    }),
  ];
}
