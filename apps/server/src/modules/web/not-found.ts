// SPDX-License-Identifier: Apache-2.0
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateGuards } from '../../platform/http/rate-tiers.ts';
import { isUndecodable, sendError } from '../../platform/http/server.ts';
import { isService } from '../../platform/http/service-paths.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { pageFor, sendPage, type WebBuild } from './web-builds.ts';

/** The page of validation studies, below the root or a prefix of the app, whose router ignores case. */
const STUDY = /^(?:\/[^/]+)?\/study\/?$/i;

/** Whether the address is that page's; false if it cannot be decoded. */
function isStudy(url: string): boolean {
  try {
    return STUDY.test(decodeURIComponent(url.split('?')[0] ?? ''));
  } catch {
    return false;
  }
}

/** A browser takes what follows them for a host: such a page could not change its own address. */
const EXTRA_SLASHES = /^\/[/\\]+/;

const refuse = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendError(new ServiceError(isUndecodable(request) ? 'BAD_REQUEST' : 'NOT_FOUND'), request, reply);

/** For a scope with its own hooks, which must also run for these answers. */
export function registerServiceNotFound(scope: FastifyInstance, guards: RateGuards): void {
  scope.setNotFoundHandler({ preHandler: guards.relaxed }, refuse);
  // Otherwise these would be looked up as files.
  scope.get('/*', (_request, reply) => reply.callNotFound());
}

export interface Unrouted {
  readonly guards: RateGuards;
  /** Whether the app has the page of validation studies. */
  readonly hasStudy: boolean;
}

/**
 * Answers what no route matches: a navigation gets the app's page, which does its own routing and shows its own
 * not-found screen; anything else gets an error in the usual form. Rate limited like any route, against scanners.
 */
export function registerNotFound(
  app: FastifyInstance,
  builds: readonly WebBuild[],
  { guards, hasStudy }: Unrouted,
): void {
  app.setNotFoundHandler({ preHandler: guards.relaxed }, (request, reply) => {
    const page = isService(request.url) ? null : pageFor(request, builds);
    if (page === null) return refuse(request, reply);
    const { url } = request;
    if (EXTRA_SLASHES.test(url)) return reply.redirect(url.replace(EXTRA_SLASHES, '/'));
    const isClosed = !hasStudy && isStudy(request.url);
    return sendPage(reply, page, isUndecodable(request) ? 400 : isClosed ? 404 : 200);
  });
}
