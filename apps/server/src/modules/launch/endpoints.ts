// SPDX-License-Identifier: Apache-2.0
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import type { LaunchBody } from '@perfuse/contract/launch/link';
import { LAUNCH_ROUTES } from '@perfuse/contract/launch/routes';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import { countRefusals } from '../../platform/http/count-refusals.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { visitCookie } from '../../platform/http/visit-cookie.ts';
import { isSigned } from './launch-token.ts';
import type { LaunchService } from './launch-service.ts';
import { encryptResults, type EncryptionDeps } from './results-encryption.ts';
import type { ResultsRelay } from './results-relay.ts';

export interface LaunchEndpointDeps {
  readonly encryption: EncryptionDeps;
  readonly launches: LaunchService;
  readonly relay: ResultsRelay;
}

/** Endpoints of enterprise launches below `/api`. */
export function launchEndpoints(deps: LaunchEndpointDeps): readonly Endpoint[] {
  const { launches, relay } = deps;
  /** Gives later pages of the app the security policy of this configuration. */
  const remember = (
    context: RequestContext,
    launched: LaunchedConfiguration,
  ): LaunchedConfiguration => {
    const isEmbeddable = launched.settings.embedOrigins.length > 0;
    visitCookie.write(context, { configId: launched.configId, isEmbeddable });
    return launched;
  };
  const withProfile = async (
    context: RequestContext,
    configId: string,
    link: LaunchBody,
  ): Promise<LaunchedConfiguration> => {
    // Anybody can write an unsigned profile.
    if (!isSigned(link.profileData)) await context.countStrict();
    return remember(
      context,
      await countRefusals(context, () => launches.openWithProfile(configId, link)),
    );
  };
  return [
    endpoint(LAUNCH_ROUTES.config, async ({ params, context }) =>
      remember(context, await launches.open(params.configId)),
    ),
    endpoint(LAUNCH_ROUTES.profile, async ({ params, context }) => {
      const { configId, profileData, sessionId } = params;
      const link = { profileData, sessionId, token: context.bearer() ?? undefined };
      return withProfile(context, configId, link);
    }),
    endpoint(LAUNCH_ROUTES.launch, ({ params, body, context }) =>
      withProfile(context, params.configId, body),
    ),
    endpoint(LAUNCH_ROUTES.encryption, async ({ body, context }) => ({
      encryptedResults: await encryptResults(deps.encryption, context.launchSecret, body),
    })),
    endpoint(LAUNCH_ROUTES.results, async ({ params, body, context }) => ({
      dataId: await relay.pass(context.launchSecret, params.configId, body),
    })),
  ];
}
