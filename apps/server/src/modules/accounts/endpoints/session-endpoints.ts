// SPDX-License-Identifier: Apache-2.0
import { tokenPairSchema } from '@perfuse/contract/analysis/schemas';
import { userDataBody } from '@perfuse/contract/account/session';
import { BACKEND_ROUTES } from '@perfuse/contract/backend/routes';
import { endpoint, type Endpoint } from '../../../platform/http/endpoint.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Surroundings } from '../../../platform/http/request-context.ts';
import type { KeyRing } from '../../../platform/crypto/key-ring.ts';
import type { Renewed, TokenService } from '../tokens/token-service.ts';
import { sealedCookie } from './session-cookies.ts';

/** Only the app backend needs them. */
const COOKIE_PATH = '/api';
const USER_DATA_AGE_S = 180 * 86_400;

export interface SessionEndpointParts {
  readonly tokens: TokenService;
  readonly keys: Pick<KeyRing, 'cookies' | 'lookAgain'>;
}

const endsSession = (error: unknown): boolean =>
  error instanceof ServiceError && error.status === 401;

/** Token pairs, the session cookie and the cookie of the app's own data. */
export function sessionEndpoints({ tokens, keys }: SessionEndpointParts): readonly Endpoint[] {
  // It dies with the browser: whoever sits down next is not signed in.
  const session = sealedCookie('perfuse_session', 'session', tokenPairSchema, keys, {
    path: COOKIE_PATH,
    site: 'visit',
  });
  const userData = sealedCookie('perfuse_user_data', 'user-data', userDataBody, keys, {
    path: COOKIE_PATH,
    site: 'visit',
    maxAgeS: USER_DATA_AGE_S,
  });
  /** Browsers do not send our cookies for another site; this refuses those that might. */
  const demandSameSite = ({ isCrossSite }: Surroundings): void => {
    if (isCrossSite) throw new ServiceError('RESTRICTED');
  };
  const keep = async (surroundings: Surroundings, renewed: Renewed) => {
    const { principal, Token, RefreshToken } = renewed;
    if (principal.kind === 'user') {
      const earlier = await session.read(surroundings);
      await session.write(surroundings, { Token, RefreshToken });
      if (earlier !== null) await tokens.end(earlier.Token, principal);
    }
    return { Token, RefreshToken };
  };

  return [
    endpoint(BACKEND_ROUTES.renew, async ({ body, surroundings }) =>
      keep(
        surroundings,
        await tokens.renew(body, body.RefreshTokenExpiresIn, surroundings.userAgent),
      ),
    ),
    endpoint(BACKEND_ROUTES.generateToken, async ({ body }) => ({
      Token: await tokens.generateToken(body, body.expiryInSec),
    })),
    endpoint(BACKEND_ROUTES.checkSession, async ({ surroundings }) => {
      demandSameSite(surroundings);
      const pair = await session.read(surroundings);
      if (pair === null) throw new ServiceError('INVALID_TOKEN', 'Nobody is signed in here.');
      try {
        return await keep(surroundings, await tokens.resume(pair, surroundings.userAgent));
      } catch (error) {
        if (endsSession(error)) session.forget(surroundings);
        throw error;
      }
    }),
    endpoint(BACKEND_ROUTES.logout, async ({ body, surroundings }) => {
      demandSameSite(surroundings);
      const pair = await session.read(surroundings);
      for (const token of [body?.Token, pair?.Token]) {
        if (token !== undefined) await tokens.end(token);
      }
      session.forget(surroundings);
      userData.forget(surroundings);
      return { success: true };
    }),
    endpoint(BACKEND_ROUTES.saveUserData, async ({ body, surroundings }) => {
      demandSameSite(surroundings);
      if (body.userData === '') {
        userData.forget(surroundings);
        return { success: true };
      }
      try {
        await userData.write(surroundings, body);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new ServiceError('PAYLOAD_TOO_LARGE', 'userData does not fit a cookie.');
      }
      return { success: true };
    }),
    endpoint(BACKEND_ROUTES.userData, async ({ surroundings }) => {
      demandSameSite(surroundings);
      return { userData: (await userData.read(surroundings))?.userData ?? null };
    }),
  ];
}
