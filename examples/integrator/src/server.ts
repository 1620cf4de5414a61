// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import {
  createLaunchLink,
  IntegratorError,
  readCallback,
  readResultsApi,
  registerDevice,
  verifySignature,
  verifyWebhook,
  type LaunchProfile,
} from '@perfuse/integrator';
import type { Asset } from './assets.ts';
import { framePage, homePage, problemPage, visitPage } from './pages.ts';
import { goTo, htmlAnswer, rawBody, Refusal, send, type Answer } from './requests.ts';
import type { Settings } from './settings.ts';
import { Visits, WAYS, type Way } from './visits.ts';

export interface ExampleOptions {
  readonly settings: Settings;
  /** Origin of the installation: `http://localhost:4300`. */
  readonly perfuseOrigin: string;
  readonly assets: ReadonlyMap<string, Asset>;
  /** The person whom the example measures: a real integrator takes it from its records. */
  readonly profile?: Partial<LaunchProfile>;
  readonly log: (line: string) => void;
}

/** A person with a complete profile, who is asked for nothing again. */
const PROFILE = {
  age: 40,
  height: 175,
  weight: 75,
  gender: 'female',
  smoking: 0,
  diabetes: 0,
} as const;

const MAX_HEADER_BYTES = 64 * 1024;

type Handler = (request: IncomingMessage, url: URL) => Promise<Answer> | Answer;

/** A part of an address, decoded; null for a malformed one. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    // A malformed escape is the client's mistake: nothing of that name exists here.
    return null;
  }
}

/** The server of an integrator. */
export function createExample(options: ExampleOptions): Server {
  const { settings, perfuseOrigin, assets, log } = options;
  const visits = new Visits();

  const demandOwnPage = ({ headers }: IncomingMessage): void => {
    if (headers.origin !== settings.ownOrigin)
      throw new Refusal(403, 'The request is not from a page of this site.');
  };
  const found = (id: string) => {
    const visit = visits.find(decoded(id));
    if (visit === null) throw new Refusal(404, 'Visit not found: visits are kept in memory only.');
    return visit;
  };

  const measure: Handler = async (request) => {
    demandOwnPage(request);
    const wanted = new URLSearchParams((await rawBody(request)).toString('utf8')).get('way');
    const way: Way = WAYS.find((one) => one === wanted) ?? 'callback';
    const { url, sessionId } = await createLaunchLink({
      origin: perfuseOrigin,
      organisation: settings.organisation,
      configId: settings.configId,
      launchKey: settings.launchKey,
      tokens: await registerDevice({ origin: perfuseOrigin, licenceKey: settings.licenceKey }),
      profile: {
        ...PROFILE,
        ...options.profile,
        identifier: `visit-${randomUUID().slice(0, 8)}`,
        resultsCallbackUrl: `${settings.ownOrigin}/callback`,
        ...(way === 'results-api'
          ? { resultsCallbackApiUrl: `${settings.ownOrigin}/results` }
          : {}),
      },
    });
    visits.begin(sessionId, way, url);
    return goTo(way === 'frame' ? `/frame/${encodeURIComponent(sessionId)}` : url);
  };

  const callback: Handler = async (_request, url) => {
    const read = await readCallback(url, { resultsKey: settings.resultsKey });
    const visit = visits.end(read);
    if (visit === null) throw new Refusal(409, 'No pending visit matches this callback.');
    log(`callback: ${read.kind === 'error' ? read.error : read.kind}`);
    // Leaves the address, which carries results.
    return goTo(`/visits/${encodeURIComponent(visit.sessionId)}`);
  };

  const webhook: Handler = async (request) => {
    const body = await rawBody(request);
    const delivery = verifyWebhook(request.headers, body, settings.webhookSecrets);
    visits.hear(delivery);
    log(`webhook: ${delivery.event.event}`);
    return { status: 204 };
  };

  const results: Handler = async (request) => {
    const body = verifySignature(request.headers, await rawBody(request), settings.webhookSecrets);
    const posted = await readResultsApi(body, { resultsKey: settings.resultsKey });
    const visit = found(posted.sessionId);
    visit.posted ??= { dataId: randomUUID(), results: posted.results };
    log('results API: posted');
    const answer = JSON.stringify({ dataId: visit.posted.dataId });
    return { status: 200, type: 'application/json', body: answer };
  };

  const frame = (id: string): Answer => {
    const visit = found(id);
    const { link } = visit;
    visit.link = null;
    return link === null ? goTo(`/visits/${id}`) : htmlAnswer(framePage(link));
  };

  const routes: Readonly<Record<string, Handler>> = {
    'GET /': () => htmlAnswer(homePage(visits.newestFirst())),
    'POST /measure': measure,
    'GET /callback': callback,
    'POST /webhook': webhook,
    'POST /results': results,
  };

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const target = request.url ?? '/';
    if (!URL.canParse(target, settings.ownOrigin)) throw new Refusal(400, 'Not a valid address.');
    const url = new URL(target, settings.ownOrigin);
    const handler = routes[`${request.method ?? ''} ${url.pathname}`];
    if (handler !== undefined) return handler(request, url);
    const asset = assets.get(url.pathname);
    if (asset !== undefined) return { status: 200, ...asset };
    const [, kind, id = ''] = url.pathname.split('/');
    if (request.method === 'GET' && kind === 'visits') return htmlAnswer(visitPage(found(id)));
    if (request.method === 'GET' && kind === 'frame') return frame(id);
    throw new Refusal(404, 'Not found.');
  };

  const refused = (error: unknown): Answer => {
    if (error instanceof IntegratorError) {
      log(`refused: ${error.code}`);
      const status = error.code.startsWith('SIGNATURE') ? 401 : 400;
      return htmlAnswer(problemPage(error.code, error.message), status);
    }
    if (error instanceof Refusal)
      return htmlAnswer(problemPage('Refused', error.message), error.status);
    log(`failed: ${error instanceof Error ? error.message : 'unknown'}`);
    return htmlAnswer(problemPage('Failed', 'Something went wrong.'), 500);
  };

  // Encrypted results in a query are longer than Node's default header limit.
  return createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    answer(request)
      .catch(refused)
      .then((given) => send(response, given, perfuseOrigin))
      .catch(() => response.destroy());
  });
}
