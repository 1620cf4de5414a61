// SPDX-License-Identifier: Apache-2.0
/** Codes that an integrator's callback address may receive (specification, section 8). */
export const CALLBACK_ERRORS = [
  'PROFILE_VALIDATION_FAILED',
  'TOKEN_RENEWAL_FAILED',
  'TOKEN_EXPIRED',
  'MEASUREMENT_CANCELED',
  'WORKER_ERROR',
  'CAMERA_PERMISSION_NOT_GRANTED',
  'MEASUREMENT_TIMED_OUT',
  'NETWORK_ERROR',
  'FAILED_INIT_BLOOD_FLOW',
  'FAILED_FACIAL_BLOOD_FLOW_ANALYSIS',
  'UNSUPPORTED_BROWSER',
  'UNKNOWN_ERROR',
] as const;
export type CallbackError = (typeof CALLBACK_ERRORS)[number];
