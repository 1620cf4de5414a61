// SPDX-License-Identifier: Apache-2.0
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { change, ownOrganisation, type AdminDeps } from './admin-deps.ts';

/** Most deliveries in one answer. */
const MOST = 200;

/** Webhook deliveries of an organisation, and the secrets that it verifies them with. */
export function webhookEndpoints(deps: AdminDeps): readonly Endpoint[] {
  const { webhooks, webhookSecrets, configurations } = deps;
  return [
    endpoint(ADMIN_ROUTES.deliveries, async ({ params, query, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      const { configuration: configurationId, state } = query;
      const filter = { organisationId, configurationId, state, limit: MOST };
      return { deliveries: [...(await webhooks.list(filter))] };
    }),
    endpoint(ADMIN_ROUTES.replayDelivery, async ({ params, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      const { deliveryId } = params;
      const { configId } = await webhooks.find(deliveryId);
      if ((await configurations.find(configId)).organisation_id !== organisationId) {
        throw new ServiceError('NOT_FOUND', `There is no delivery ${deliveryId}.`);
      }
      const audited = { action: 'delivery.replay' as const, target: deliveryId, organisationId };
      await change(deps, principal, audited, () => webhooks.replay(deliveryId));
      return { success: true };
    }),
    // Unlike a private key, a secret can be shown again; the audit log records that it was.
    endpoint(ADMIN_ROUTES.showWebhookSecrets, async ({ params, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      const audited = {
        action: 'webhook-secret.show' as const,
        target: organisationId,
        organisationId,
      };
      const work = () => webhookSecrets.active(organisationId);
      return { secrets: [...(await change(deps, principal, audited, work))] };
    }),
    endpoint(ADMIN_ROUTES.rotateWebhookSecret, async ({ params, body, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      const audited = {
        action: 'webhook-secret.rotate' as const,
        target: organisationId,
        organisationId,
      };
      return change(deps, principal, audited, () =>
        webhookSecrets.rotate(organisationId, body.overlapHours),
      );
    }),
  ];
}
