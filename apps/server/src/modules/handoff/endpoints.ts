// SPDX-License-Identifier: Apache-2.0
import { HANDOFF_ROUTES } from '@perfuse/contract/handoff/routes';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { visitCookie } from '../../platform/http/visit-cookie.ts';
import type { HandOffs } from './handoff-service.ts';

/** Endpoints for continuing on a phone, below `/api`. */
export function handOffEndpoints(handOffs: HandOffs): readonly Endpoint[] {
  return [
    endpoint(HANDOFF_ROUTES.createHandOff, ({ principal, body }) =>
      handOffs.create(principal, body),
    ),
    endpoint(HANDOFF_ROUTES.redeemHandOff, async ({ body, context }) => {
      if (context.isCrossSite) throw new ServiceError('RESTRICTED');
      const redeemed = await handOffs.redeem(body.token, body.edition);
      if (redeemed.launched !== null) {
        // Later pages of the app get the policy of this configuration. A phone's page is never framed.
        visitCookie.write(context, {
          configId: redeemed.launched.configId,
          isEmbeddable: false,
        });
      }
      return redeemed;
    }),
    endpoint(HANDOFF_ROUTES.handOffState, async ({ principal, params }) => ({
      state: await handOffs.state(principal, params.id),
    })),
    endpoint(HANDOFF_ROUTES.cancelHandOff, async ({ principal, params }) => {
      await handOffs.cancel(principal, params.id);
      return { success: true };
    }),
  ];
}
