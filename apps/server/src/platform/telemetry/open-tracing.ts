// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import type { Configuration } from '../config/configuration.ts';
import { NO_TRACING, type Tracing } from './span.ts';

/** Opens the configured tracing: none, unless a collector is set. */
export async function openTracing(configuration: Configuration, log: Logger): Promise<Tracing> {
  const { PERFUSE_TRACES_URL: url } = configuration;
  if (url === undefined) return NO_TRACING;
  // Half a megabyte of code, loaded only where traces are collected.
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry({
    url,
    authorization: configuration.PERFUSE_TRACES_AUTHORIZATION,
    percent: configuration.PERFUSE_TRACES_PERCENT,
    serviceName: configuration.PERFUSE_TRACES_SERVICE,
    log,
  });
}
