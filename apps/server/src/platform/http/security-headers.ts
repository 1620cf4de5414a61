// SPDX-License-Identifier: Apache-2.0
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readCookie } from './cookies.ts';
import { isService } from './service-paths.ts';
import { visitCookie } from './visit-cookie.ts';

const HOST = /^(?:[a-z\d.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;

/** What pages of one configuration may load and call in addition: origins, or hosts with their ports. */
export interface VisitPolicy {
  /** For stylesheets, fonts and pictures. */
  readonly brandingOrigins: readonly string[];
  /** For pictures only. */
  readonly pictureOrigins: readonly string[];
  readonly analysisHosts: readonly string[];
  /** Sites that may show the app in a frame. */
  readonly embedOrigins: readonly string[];
}

const NO_VISIT: VisitPolicy = {
  brandingOrigins: [],
  pictureOrigins: [],
  analysisHosts: [],
  embedOrigins: [],
};

/** What the page uses that this server does not serve. */
export interface ExternalOrigins {
  /** The analysis service when it is not this server, `host[:port][/path]`. */
  readonly analysisHost: string | undefined;
  /** Folder of the visage tracker's files: a path of this site or an https address. */
  readonly visageUrl: string | undefined;
  /** The policy of a configuration; null if it does not exist. */
  readonly visitPolicy: (configId: string) => Promise<VisitPolicy | null>;
}

/** Pages of the enterprise edition, with the configuration where the address names one. */
const ENTERPRISE = /^\/org(?:\/(?:[ic]|phone|reset|confirm)\/([\w-]{1,64})(?=[/?]|$)|[/?]|$)/;

/** An origin, or a host with its port. An origin may hold a semicolon, which would begin another directive. */
const SOURCE = /^(?:https?:\/\/)?(?:[a-z\d.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i;

const safe = (policy: VisitPolicy): VisitPolicy => {
  const sources = (given: readonly string[]) => given.filter((source) => SOURCE.test(source));
  return {
    brandingOrigins: sources(policy.brandingOrigins),
    pictureOrigins: sources(policy.pictureOrigins),
    analysisHosts: policy.analysisHosts.filter((host) => HOST.test(host)),
    embedOrigins: sources(policy.embedOrigins),
  };
};

/** The policy of the configuration that the address names, or else of the previous visit. */
async function policyOf(
  request: FastifyRequest,
  visitPolicy: ExternalOrigins['visitPolicy'],
): Promise<VisitPolicy> {
  const match = ENTERPRISE.exec(request.url);
  if (match === null) return NO_VISIT;
  const visited = visitCookie.read((name) => readCookie(request, name));
  const configId = match[1] ?? visited?.configId;
  if (configId === undefined) return NO_VISIT;
  return safe((await visitPolicy(configId)) ?? NO_VISIT);
}

/**
 * Hosts the page may call. Older browsers do not count a websocket of the page's own host as 'self', so it is named,
 * unless the Host header is malformed.
 */
function connectSources(
  request: FastifyRequest,
  { analysisHost, visageUrl }: ExternalOrigins,
  { analysisHosts }: VisitPolicy,
): string[] {
  const secure = request.protocol === 'https';
  const sources = ["'self'"];
  if (HOST.test(request.host)) sources.push(`${secure ? 'wss' : 'ws'}://${request.host}`);
  const own = analysisHost?.split('/')[0];
  for (const analysis of [...(own === undefined ? [] : [own]), ...analysisHosts]) {
    sources.push(
      `${secure ? 'https' : 'http'}://${analysis}`,
      `${secure ? 'wss' : 'ws'}://${analysis}`,
    );
  }
  sources.push(...originsOf(visageUrl));
  return sources;
}

const originsOf = (address: string | undefined): readonly string[] =>
  address?.startsWith('https://') === true ? [new URL(address).origin] : [];

/** The one worker that runs the visage vendor's script, whose glue code creates functions from strings. */
const VISAGE_WORKER = /\/assets\/visage-worker-[\w-]+\.js$/;

/** A worker obeys the policy of its own script, so no other page has to allow what it needs. */
function scriptSources(request: FastifyRequest, { visageUrl }: ExternalOrigins): string[] {
  const path = request.url.split('?')[0] ?? '';
  const own = ["'self'", "'wasm-unsafe-eval'"];
  if (visageUrl === undefined || !VISAGE_WORKER.test(path)) return own;
  return [...own, "'unsafe-eval'", ...originsOf(visageUrl)];
}

/** The admin page shows the enterprise edition in a frame: a page of this origin, which could open it anyway. */
const ADMIN_PAGE = /^\/admin(?:[/?]|$)/;

/** Whether a page of this origin may frame the answer. */
const isPreviewed = ({ url }: FastifyRequest): boolean => ENTERPRISE.test(url);

function contentSecurityPolicy(
  request: FastifyRequest,
  external: ExternalOrigins,
  visit: VisitPolicy,
): NonNullable<FastifyHelmetOptions['contentSecurityPolicy']> {
  const { brandingOrigins, pictureOrigins } = visit;
  const ancestors = [...(isPreviewed(request) ? ["'self'"] : []), ...visit.embedOrigins];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: scriptSources(request, external),
      workerSrc: ["'self'", 'blob:'],
      connectSrc: connectSources(request, external, visit),
      imgSrc: new Set(["'self'", 'data:', 'blob:', ...brandingOrigins, ...pictureOrigins]),
      mediaSrc: ["'self'", 'blob:'],
      styleSrc: new Set(["'self'", ...brandingOrigins]),
      fontSrc: new Set(["'self'", ...brandingOrigins]),
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: new Set(ancestors.length === 0 ? ["'none'"] : ancestors),
      frameSrc: ADMIN_PAGE.test(request.url) ? ["'self'"] : null,
    },
  };
}

const NOTHING_ALLOWED = "default-src 'none';frame-ancestors 'none'";

/** For requests that are refused before any hook runs. */
export const BARE_HEADERS = {
  'content-security-policy': NOTHING_ALLOWED,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const;

export function setBareHeaders(reply: FastifyReply): void {
  reply.headers(BARE_HEADERS);
}

/** Headers that apply to documents only: on each other file of a page they would waste half a kilobyte. */
const OF_DOCUMENTS = [
  'permissions-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const;
/**
 * Files that a page loads and no browser shows as a document, except workers, which obey the policy of their script. A
 * precompressed file has a second extension after its own.
 */
const PART_OF_PAGE =
  /\/assets\/(?![^/]*-worker-)[^/]+\.(?:m?js|css|wasm|bin|json|onnx)(?:\.(?:br|gz))?$/;

/**
 * A part of a page gets the shortest policy: opened by itself, in a frame or as a worker, it may do nothing.
 * @param file its path in the build, with `/` between folders.
 */
export function setFileHeaders(reply: FastifyReply, file: string): void {
  if (!PART_OF_PAGE.test(file)) return;
  for (const name of OF_DOCUMENTS) reply.removeHeader(name);
  reply.header('content-security-policy', NOTHING_ALLOWED);
}

/** For a script that pages of other sites load: it contains nothing secret and is served without cookies. */
export function setPublicFileHeaders(reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-origin': '*',
    'content-security-policy': NOTHING_ALLOWED,
    'cross-origin-resource-policy': 'cross-origin',
  });
}

/** HSTS is sent over https only: a trial by plain http must not lock a browser out. */
const HSTS_S = 31_536_000;

/** Data may do nothing when it is opened by itself. Without helmet, which takes a quarter of a millisecond. */
function setDataHeaders({ protocol }: FastifyRequest, reply: FastifyReply): void {
  setBareHeaders(reply);
  reply.header('cross-origin-resource-policy', 'same-origin');
  if (protocol !== 'https') return;
  reply.header('strict-transport-security', `max-age=${String(HSTS_S)}; includeSubDomains`);
}

function setPageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  external: ExternalOrigins,
  visit: VisitPolicy,
): void {
  const isEmbeddable = visit.embedOrigins.length > 0;
  reply.helmet({
    contentSecurityPolicy: contentSecurityPolicy(request, external, visit),
    referrerPolicy: { policy: 'no-referrer' },
    // This header cannot list sites; browsers that know frame-ancestors ignore it.
    xFrameOptions: !isEmbeddable && { action: isPreviewed(request) ? 'sameorigin' : 'deny' },
    strictTransportSecurity: request.protocol === 'https' && { maxAge: HSTS_S },
  });
  reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=()');
}

/** Security headers of every answer. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  external: ExternalOrigins,
): Promise<void> {
  await app.register(helmet, { global: false });
  app.addHook('onRequest', async (request, reply) => {
    if (isService(request.url)) {
      setDataHeaders(request, reply);
      return;
    }
    const visit = await policyOf(request, external.visitPolicy).catch((error: unknown) => {
      setBareHeaders(reply);
      throw error;
    });
    setPageHeaders(request, reply, external, visit);
  });
}
