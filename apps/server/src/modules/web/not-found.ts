// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance } from 'fastify';
import type { RateGuards } from '../../platform/http/rate-tiers.ts';
import { sendError } from '../../platform/http/server.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { pageFor, sendPage, type WebBuild } from './web-builds.ts';

/** The page of validation studies, below the root or a prefix of the app, which takes small and capital letters for the same. */
const STUDY = /^(?:\/[^/]+)?\/study\/?$/i;

/** Whether the address is that page's; one that cannot be decoded is none's. */
function isStudy(url: string): boolean {
  try {
    return STUDY.test(decodeURIComponent(url.split('?')[0] ?? ''));
  } catch {
    return false;
  }
}

const SERVICES = /^\/(?:api|analysis|health|admin\/api)(?:[/?]|$)/;

export interface Unrouted {
  readonly guards: RateGuards;
  /** Whether the app has the page of validation studies. */
  readonly hasStudy: boolean;
}

/**
 * What no route answers: a navigation gets the app's page, which routes by itself; all else is 404 in the shape of
 * every other error. Rate limited like any route, against searches for addresses.
 */
export function registerNotFound(
  app: FastifyInstance,
  builds: readonly WebBuild[],
  { guards, hasStudy }: Unrouted,
): void {
  app.setNotFoundHandler({ preHandler: guards.relaxed }, (request, reply) => {
    const isClosed = SERVICES.test(request.url) || (!hasStudy && isStudy(request.url));
    const page = isClosed ? null : pageFor(request, builds);
    if (page !== null) return sendPage(reply, page);
    return sendError(new ServiceError('NOT_FOUND'), request, reply);
  });
}
