// SPDX-License-Identifier: Apache-2.0
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { change, ownOrganisation, type AdminDeps } from './admin-deps.ts';

/** Deliveries told at once. */
const MOST = 200;

/** What was sent to the webhooks of an organisation, and the secrets that it verifies them by. */
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
      const deed = { action: 'delivery.replay', target: deliveryId, organisationId };
      await change(deps, principal, deed, () => webhooks.replay(deliveryId));
      return { success: true };
    }),
    // A secret is told again, unlike a private key; that it was is in the audit log.
    endpoint(ADMIN_ROUTES.showWebhookSecrets, async ({ params, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      const deed = { action: 'webhook-secret.show', target: organisationId, organisationId };
      const work = () => webhookSecrets.inForce(organisationId);
      return { secrets: [...(await change(deps, principal, deed, work))] };
    }),
    endpoint(ADMIN_ROUTES.rotateWebhookSecret, async ({ params, body, principal }) => {
      const { id: organisationId } = await ownOrganisation(deps, principal, params.id);
      const deed = { action: 'webhook-secret.rotate', target: organisationId, organisationId };
      return change(deps, principal, deed, () =>
        webhookSecrets.rotate(organisationId, body.overlapHours),
      );
    }),
  ];
}
