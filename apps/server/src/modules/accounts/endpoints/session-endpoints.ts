// SPDX-License-Identifier: Apache-2.0
import { BACKEND_ROUTES } from '@perfuse/contract/backend/routes';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { countRefusals } from '../../../platform/http/count-refusals.ts';
import type { RequestContext } from '../../../platform/http/request-context.ts';
import type { KeyRing } from '../../../platform/crypto/key-ring.ts';
import type { Renewed, TokenService } from '../tokens/token-service.ts';
import { sessionCookie, userDataCookie } from './session-cookies.ts';

export interface SessionEndpointDeps {
  readonly tokens: TokenService;
  readonly keys: Pick<KeyRing, 'cookies' | 'rereadForUnknownKey'>;
}

const isUnauthorised = (error: unknown): boolean =>
  error instanceof ServiceError && error.status === 401;

/** Token pairs, the session cookie and the cookie of the app's own data. */
export function sessionEndpoints({ tokens, keys }: SessionEndpointDeps): readonly Endpoint[] {
  const session = sessionCookie(keys);
  const userData = userDataCookie(keys);
  /** Browsers do not send our cookies for another site; this refuses those that might. */
  const assertSameSite = ({ isCrossSite }: RequestContext): void => {
    if (isCrossSite) throw new ServiceError('RESTRICTED');
  };
  const keep = async (context: RequestContext, renewed: Renewed) => {
    const { principal, Token, RefreshToken } = renewed;
    if (principal.kind === 'user') {
      const earlier = await session.write(context, { Token, RefreshToken });
      if (earlier !== null) await tokens.replace(earlier.Token, principal);
    }
    return { Token, RefreshToken };
  };

  return [
    endpoint(BACKEND_ROUTES.renew, ({ body, context }) =>
      countRefusals(context, async () => {
        // Else another site's page could sign its visitors in as somebody else.
        assertSameSite(context);
        return keep(context, await tokens.renew(body, body.RefreshTokenExpiresIn, context));
      }),
    ),
    endpoint(BACKEND_ROUTES.generateToken, async ({ body }) => ({
      Token: await tokens.generateToken(body, body.expiryInSec),
    })),
    endpoint(BACKEND_ROUTES.checkSession, async ({ context }) => {
      assertSameSite(context);
      const pair = await session.read(context);
      if (pair === null) throw new ServiceError('INVALID_TOKEN', 'Nobody is signed in.');
      try {
        return await keep(context, await tokens.resume(pair, context));
      } catch (error) {
        if (isUnauthorised(error)) await session.clear(context);
        throw error;
      }
    }),
    endpoint(BACKEND_ROUTES.logout, async ({ body, context }) => {
      assertSameSite(context);
      const pair = await session.read(context);
      await tokens.signOut(body ?? {});
      if (pair !== null) await tokens.signOut(pair);
      await session.clear(context);
      await userData.clear(context);
      return { success: true };
    }),
    endpoint(BACKEND_ROUTES.saveUserData, async ({ body, context }) => {
      assertSameSite(context);
      if (body.userData === '') {
        await userData.clear(context);
        return { success: true };
      }
      try {
        await userData.write(context, body);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new ServiceError('PAYLOAD_TOO_LARGE', 'userData is too large for a cookie.');
      }
      return { success: true };
    }),
    endpoint(BACKEND_ROUTES.userData, async ({ context }) => {
      assertSameSite(context);
      return { userData: (await userData.read(context))?.userData ?? null };
    }),
  ];
}
