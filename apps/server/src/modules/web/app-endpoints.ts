// SPDX-License-Identifier: Apache-2.0
import { BACKEND_ROUTES } from '@perfuse/contract/backend/routes';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import type { FastifyPluginCallback } from 'fastify';
import type { Configuration } from '../../platform/config/configuration.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { routes, type MountOptions } from '../../platform/http/mount.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Installation, Organisations } from '../organisations/index.ts';
import { webSettings } from './web-settings.ts';

/** Where the analysis service of this server is mounted. */
export const ANALYSIS_PATH = '/analysis';

interface AppDeps {
  readonly installation: Installation;
  readonly organisations: Pick<Organisations, 'directory' | 'studies'>;
  readonly accounts: Pick<Accounts, 'people' | 'tokens'>;
  /** URL path of the learned estimator; null without one. */
  readonly learnedPath: string | null;
}

/**
 * What the app requests at its start.
 * @param newcomer admits the request for a token. @throws ServiceError RATE_LIMIT.
 */
function appEndpoints(
  configuration: Configuration,
  { installation, organisations, accounts, learnedPath }: AppDeps,
  newcomer: <T>(work: () => Promise<T>) => Promise<T>,
): readonly Endpoint[] {
  const { PERFUSE_API_HOST: apiHost, PERFUSE_SIGN_IN: signInNeeded } = configuration;
  const settings = webSettings(configuration);
  return [
    endpoint(BACKEND_ROUTES.envVars, ({ context }) => ({
      ...settings,
      ...(learnedPath !== null && { learned: { baseUrl: learnedPath } }),
      apiHost: apiHost ?? `${context.host}${ANALYSIS_PATH}`,
    })),
    endpoint(BACKEND_ROUTES.status, async () => {
      const { login_type, allow_signup, identifier, name, addresses } =
        await organisations.directory.find(installation.organisationId);
      return {
        auth: signInNeeded,
        signIn: { loginType: login_type, allowSignup: allow_signup, orgIdentifier: identifier },
        organisation: { Name: name, OrgAddresses: addresses },
      };
    }),
    endpoint(BACKEND_ROUTES.study, async ({ principal }) => {
      const organisationId = principal?.organisationId ?? installation.organisationId;
      const ofCode =
        principal?.kind === 'user' ? await accounts.people.studyOf(principal.userId) : null;
      const isOwn = organisationId === installation.organisationId;
      const named = ofCode ?? (isOwn ? installation.studyId : null);
      const studyId = await organisations.studies.toMeasureFor(organisationId, named);
      if (studyId === null) throw new ServiceError('NOT_FOUND', 'The organisation has no study.');
      return { studyId };
    }),
    endpoint(BACKEND_ROUTES.token, async () => {
      if (signInNeeded) {
        throw new ServiceError('RESTRICTED', 'Sign in before measuring.');
      }
      if (configuration.PERFUSE_ANALYSIS === 'device') {
        throw new ServiceError('RESTRICTED', 'Guests measure on their own device only.');
      }
      const { Token, RefreshToken } = await newcomer(() =>
        accounts.tokens.registerDevice({
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

export const appPlugin = (
  { configuration }: { readonly configuration: Configuration },
  deps: AppDeps,
  newcomer: <T>(work: () => Promise<T>) => Promise<T>,
  mounting: MountOptions,
): FastifyPluginCallback => routes(appEndpoints(configuration, deps, newcomer), mounting);
