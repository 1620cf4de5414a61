// SPDX-License-Identifier: Apache-2.0
import type { EnvVars } from '@perfuse/contract/backend/routes';
import type { Configuration } from './configuration.ts';

/** What the operator set for the web app, as `GET /api/env-vars` tells it beside the analysis host. */
export function webSettings(configuration: Configuration): Omit<EnvVars, 'apiHost'> {
  const { PERFUSE_VISAGE_URL: baseUrl, PERFUSE_VISAGE_LICENCE: licence } = configuration;
  return {
    faceTracker: configuration.PERFUSE_FACE_TRACKER,
    recordedSource: configuration.PERFUSE_RECORDED_SOURCE,
    showLogs: configuration.PERFUSE_SHOW_LOGS,
    ...(baseUrl === undefined || licence === undefined ? {} : { visage: { baseUrl, licence } }),
  };
}
