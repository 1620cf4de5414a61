// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setFileHeaders, setPublicFileHeaders } from '../../platform/http/security-headers.ts';
import { sendError } from '../../platform/http/server.ts';

/** One build of the web app and the paths it is served under. */
export interface WebBuild {
  readonly directory: string;
  /** Each starts with `/` and, except for the root, does not end with one. */
  readonly prefixes: readonly string[];
}

const YEAR_S = 31_536_000;
const DAY_S = 86_400;
const TAB_ICON = 'favicon.svg';
/** Endings of files: a missing file is a 404, never the app's page. Launch tokens in a path have dots too. */
const FILE_ENDING =
  /\.(?:m?js|css|map|wasm|json|webmanifest|png|jpe?g|svg|webp|avif|gif|ico|woff2?|ttf|txt|xml|html?|bin|data|task|tflite|onnx|mp4|webm|br|gz)$/i;
/** Paths that people are sent as links. If any other path returned the page, a scanner would count it as found. */
const LINK = /^(?:\/(?:app|org))?\/(?:login|study|reset|confirm|phone|i|c)(?:\/[\w-][\w.:-]*)*\/?$/;

function cachingOf(inside: string): string {
  if (inside.startsWith('assets/')) return `public, max-age=${String(YEAR_S)}, immutable`;
  // Browsers request it again at every change of the address, even while a page has promised to send nothing.
  return inside === TAB_ICON ? `public, max-age=${String(DAY_S)}` : 'no-cache';
}

function setHeaders(reply: FastifyReply, file: string, directory: string): void {
  const inside = path.relative(directory, file).split(path.sep).join('/');
  reply.header('cache-control', cachingOf(inside));
  setFileHeaders(reply, `/${inside}`);
  // The custom element, which pages of other sites load.
  if (/^embed\.js(?:\.(?:br|gz))?$/.test(inside)) setPublicFileHeaders(reply);
}

/** The builds that exist; an edition that was not built is not served. */
export function presentBuilds(builds: readonly WebBuild[]): readonly WebBuild[] {
  return builds.filter(({ directory }) => existsSync(path.join(directory, 'index.html')));
}

interface FileError extends FastifyError {
  readonly headers?: Readonly<Record<string, string>>;
}

export async function registerWebBuilds(
  app: FastifyInstance,
  builds: readonly WebBuild[],
): Promise<void> {
  await app.register(serveStatic, { serve: false, preCompressed: true });
  await app.register(async (files) => {
    // The plug-in forbids what cannot be a file name, such as one that is too long; a caller gets 404.
    files.setErrorHandler<FileError>((error, request, reply) => {
      if (error.statusCode === 403) reply.callNotFound();
      // With Content-Range, from which a client learns the size (RFC 9110, 15.5.17).
      else if (error.statusCode === 416) {
        reply
          .code(416)
          .headers({ ...error.headers, 'cache-control': 'no-store' })
          .send();
      } else sendError(error, request, reply);
    });
    for (const { directory, prefixes } of builds) {
      for (const prefix of prefixes) {
        await files.register(serveStatic, {
          root: directory,
          prefix: prefix.endsWith('/') ? prefix : `${prefix}/`,
          decorateReply: false,
          preCompressed: true,
          cacheControl: false,
          dotfiles: 'ignore',
          setHeaders: (reply, file) => setHeaders(reply, file, directory),
        });
      }
    }
  });
}

function isNavigation(request: FastifyRequest, pathname: string): boolean {
  const destination = request.headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document' && destination !== 'iframe') {
    return false;
  }
  if (FILE_ENDING.test(pathname)) return false;
  // curl, monitors and link checkers accept anything; a client that lists other types first does not expect a page.
  const accept = request.headers.accept ?? '*/*';
  return accept.includes('text/html') || (accept.trim() === '*/*' && LINK.test(pathname));
}

const isUnder = (pathname: string, prefix: string): boolean =>
  prefix === '/' || pathname === prefix || pathname.startsWith(`${prefix}/`);

/** The build whose page answers a navigation to this address: that of the longest matching prefix; else null. */
export function pageFor(request: FastifyRequest, builds: readonly WebBuild[]): WebBuild | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const pathname = request.url.split('?')[0] ?? '/';
  const isEntrance = builds.some(({ prefixes }) => prefixes.includes(pathname));
  if (!isEntrance && !isNavigation(request, pathname)) return null;
  const fitting = builds
    .flatMap((build) => build.prefixes.map((prefix) => ({ build, prefix })))
    .filter(({ prefix }) => isUnder(pathname, prefix))
    .sort((left, right) => right.prefix.length - left.prefix.length);
  return fitting[0]?.build ?? null;
}

/** A launch link in the path: `/c/…` below the root or a prefix of the app. */
const CARRIES_LAUNCH = /^(?:\/[^/]+)?\/(?:c|%63)\//i;

export function sendPage(reply: FastifyReply, build: WebBuild, status: number): FastifyReply {
  // A launch link contains a profile and tokens: no cache may store its page.
  const isLaunch = CARRIES_LAUNCH.test(reply.request.url);
  return reply
    .code(status)
    .header('cache-control', isLaunch ? 'no-store' : 'no-cache')
    .sendFile('index.html', build.directory, { cacheControl: false, acceptRanges: false });
}
