// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance } from 'fastify';
import { registerLearnedEstimator, type LearnedEstimator } from './learned-estimator.ts';
import { registerNotFound, type Unrouted } from './not-found.ts';
import { registerOpenApi } from './openapi/register.ts';
import { registerWebBuilds, type WebBuild } from './web-builds.ts';

/** Registers the pages and files of the apps, the OpenAPI documents and the server-wide not-found handler. */
export async function registerWeb(
  http: FastifyInstance,
  builds: readonly WebBuild[],
  unrouted: Unrouted,
  learned: LearnedEstimator | null,
): Promise<void> {
  const { guards } = unrouted;
  registerOpenApi(http, guards);
  if (learned !== null) registerLearnedEstimator(http, learned, guards);
  await registerWebBuilds(http, builds);
  registerNotFound(http, builds, unrouted);
}
