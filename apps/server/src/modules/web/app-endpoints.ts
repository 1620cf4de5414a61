// SPDX-License-Identifier: Apache-2.0
import { BACKEND_ROUTES, type EnvVars } from '@perfuse/contract/backend/routes';
import type { Directory } from '../organisations/directory.ts';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import type { TokenService } from '../accounts/tokens/token-service.ts';
import type { Installation } from '../organisations/installation.ts';

export const BACKEND_PATH = '/api';
/** Where the analysis service of this server is mounted. */
export const ANALYSIS_PATH = '/analysis';

export interface BackendDeps {
  readonly installation: Installation;
  readonly tokens: TokenService;
  /** Does what somebody asks for who does not measure yet, in their turn. @throws ServiceError RATE_LIMIT. */
  readonly newcomer: <T>(work: () => Promise<T>) => Promise<T>;
  /** Analysis service of the web app when it is not this server. */
  readonly apiHost: string | undefined;
  readonly signInNeeded: boolean;
  readonly directory: Directory;
  /** What env-vars tells besides the host. */
  readonly webSettings: Omit<EnvVars, 'apiHost'>;
}

/** The rows below `/api`. */
export function backendEndpoints({
  installation,
  tokens,
  newcomer,
  apiHost,
  signInNeeded,
  directory,
  webSettings,
}: BackendDeps): readonly Endpoint[] {
  return [
    endpoint(BACKEND_ROUTES.envVars, ({ context }) => ({
      ...webSettings,
      apiHost: apiHost ?? `${context.host}${ANALYSIS_PATH}`,
    })),
    endpoint(BACKEND_ROUTES.status, async () => {
      const { login_type, allow_signup, identifier } = await directory.find(
        installation.organisationId,
      );
      return {
        auth: signInNeeded,
        signIn: { loginType: login_type, allowSignup: allow_signup, orgIdentifier: identifier },
      };
    }),
    endpoint(BACKEND_ROUTES.study, () => ({ studyId: installation.studyId })),
    endpoint(BACKEND_ROUTES.token, async () => {
      const { Token, RefreshToken } = await newcomer(() =>
        tokens.registerDevice({
          organisationId: installation.organisationId,
          licenceId: installation.guestLicenceId,
          type: 'WEB',
          name: 'guest',
          identifier: '',
          version: '',
        }),
      );
      return { Token, RefreshToken };
    }),
  ];
}
