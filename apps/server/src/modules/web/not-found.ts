// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance } from 'fastify';
import type { RateGuards } from '../../platform/http/rate-tiers.ts';
import { sendError } from '../../platform/http/server.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { pageFor, sendPage, type WebBuild } from './web-builds.ts';

const SERVICES = /^\/(?:api|analysis|health|admin\/api)(?:[/?]|$)/;

/**
 * What no route answers: a navigation gets the app's page, which routes by itself; all else is 404 in the shape of
 * every other error. Rate limited like any route, against searches for addresses.
 */
export function registerNotFound(
  app: FastifyInstance,
  builds: readonly WebBuild[],
  guards: RateGuards,
): void {
  app.setNotFoundHandler({ preHandler: guards.relaxed }, (request, reply) => {
    const page = SERVICES.test(request.url) ? null : pageFor(request, builds);
    if (page !== null) return sendPage(reply, page);
    return sendError(new ServiceError('NOT_FOUND'), request, reply);
  });
}
