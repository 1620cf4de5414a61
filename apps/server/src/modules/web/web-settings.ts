// SPDX-License-Identifier: Apache-2.0
import type { EnvVars } from '@perfuse/contract/backend/routes';
import type { Stores } from '@perfuse/contract/backend/stores';
import type { Configuration } from '../../platform/config/configuration.ts';

/** The operator's settings for the web app, returned by `GET /api/env-vars` together with the analysis host. */
export function webSettings(configuration: Configuration): Omit<EnvVars, 'apiHost'> {
  const { PERFUSE_VISAGE_URL: baseUrl, PERFUSE_VISAGE_LICENCE: licence } = configuration;
  const stores = storesOf(configuration);
  return {
    faceTracker: configuration.PERFUSE_FACE_TRACKER,
    recordedSource: configuration.PERFUSE_RECORDED_SOURCE,
    sampleMeasurement: configuration.PERFUSE_SAMPLE_MEASUREMENT,
    unsupportedBrowsers: [...configuration.PERFUSE_UNSUPPORTED_BROWSERS],
    showLogs: configuration.PERFUSE_SHOW_LOGS,
    ...(configuration.PERFUSE_STUDY && { study: true }),
    ...analysisSettings(configuration),
    ...(Object.keys(stores).length === 0 ? {} : { stores }),
    ...(baseUrl === undefined || licence === undefined ? {} : { visage: { baseUrl, licence } }),
  };
}

/** Every app gets the region: a configuration may let a device analyse where the installation does not. */
function analysisSettings(configuration: Configuration): Pick<EnvVars, 'analysis' | 'whoRegion'> {
  const { PERFUSE_ANALYSIS: analysis, PERFUSE_WHO_REGION: whoRegion } = configuration;
  return {
    ...(analysis !== 'service' && { analysis }),
    ...(whoRegion !== undefined && { whoRegion }),
  };
}

function storesOf(configuration: Configuration): Stores {
  const { PERFUSE_STORE_APPLE: apple, PERFUSE_STORE_GOOGLE: google } = configuration;
  const { PERFUSE_STORE_CN_APPLE: cnApple, PERFUSE_STORE_CN_MARKET: cnMarket } = configuration;
  return {
    ...(apple !== undefined && { apple }),
    ...(google !== undefined && { google }),
    ...(cnApple !== undefined && { cnApple }),
    ...(cnMarket !== undefined && { cnMarket }),
  };
}
