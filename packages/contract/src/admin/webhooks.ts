// SPDX-License-Identifier: Apache-2.0
import { configIdSchema } from '../account/identity.ts';
import { DELIVERY_STATES, deliverySchema } from '../launch/webhook.ts';
import { z } from '../schema.ts';
import { organisationParams } from './organisations.ts';

export const deliveryQuery = z.object({
  configuration: z.optional(configIdSchema),
  state: z.optional(z.enum(DELIVERY_STATES)),
});
/** The latest ones, newest first. */
export const deliveriesAnswer = z.object({ deliveries: z.array(deliverySchema) });
export const deliveryParams = z.extend(organisationParams, {
  deliveryId: z.string().check(z.maxLength(64)),
});

/** Hours that earlier secrets continue to sign after a new one was created, at most a week. */
export const rotateSecretBody = z.strictObject({
  overlapHours: z._default(z.int().check(z.minimum(0), z.maximum(168)), 24),
});

const webhookSecretSchema = z.object({
  id: z.string(),
  /** The key of the HMAC, verbatim. */
  secret: z.string(),
  createdAt: z.int(),
  /** When it stops signing; null for the newest. */
  endsAt: z.nullable(z.int()),
});
export type AdminWebhookSecret = z.infer<typeof webhookSecretSchema>;
export const webhookSecretAnswer = webhookSecretSchema;
export const webhookSecretsAnswer = z.object({ secrets: z.array(webhookSecretSchema) });
