// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance } from 'fastify';
import type { RateGuards } from '../../platform/http/rate-tiers.ts';
import { registerLearnedEstimator, type LearnedEstimator } from './learned-estimator.ts';
import { registerNotFound } from './not-found.ts';
import { registerOpenApi } from './openapi/register.ts';
import { registerWebBuilds, type WebBuild } from './web-builds.ts';

/** Pages and files of the apps, the documents of the interfaces, and what no route answers: of the whole server. */
export async function registerWeb(
  http: FastifyInstance,
  builds: readonly WebBuild[],
  guards: RateGuards,
  learned: LearnedEstimator | null,
): Promise<void> {
  registerOpenApi(http, guards);
  if (learned !== null) registerLearnedEstimator(http, learned, guards);
  await registerWebBuilds(http, builds);
  registerNotFound(http, builds, guards);
}
