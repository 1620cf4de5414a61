// SPDX-License-Identifier: Apache-2.0
/** For servers that launch measurements in an installation of the enterprise edition: docs/guides/integrate.md. */
export { readCallback, type Callback } from './callback.ts';
export { registerDevice, type DeviceOptions, type TokenPair } from './device.ts';
export { INTEGRATOR_FAULTS, IntegratorError, type IntegratorFault } from './fault.ts';
export type { OrganisationKey, PrivateKey } from './keys.ts';
export {
  createLaunchLink,
  type LaunchLink,
  type LaunchOptions,
  type LaunchProfile,
} from './launch-link.ts';
export { readResults, readResultsApi, type PostedResults, type ResultsKeys } from './results.ts';
export {
  verifySignature,
  verifyWebhook,
  type VerifyOptions,
  type Webhook,
  type WebhookHeaders,
} from './webhook.ts';
