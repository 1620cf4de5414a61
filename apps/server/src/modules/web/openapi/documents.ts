// SPDX-License-Identifier: Apache-2.0
import { ADMIN_ROUTES } from '@perfuse/contract/admin/routes';
import { ADMIN_PATH } from '@perfuse/contract/admin/session';
import { EVERY_ANALYSIS_ROUTE } from '@perfuse/contract/analysis/every-route';
import { BACKEND_PATH } from '@perfuse/contract/backend/errors';
import { EVERY_BACKEND_ROUTE } from '@perfuse/contract/backend/every-route';
import { EVENT_ROUTES } from '@perfuse/contract/events/routes';
import { HANDOFF_ROUTES } from '@perfuse/contract/handoff/routes';
import { callbackResultsSchema, resultsApiBody } from '@perfuse/contract/launch/results';
import { webhookBody } from '@perfuse/contract/launch/webhook';
import { LAUNCH_ROUTES } from '@perfuse/contract/launch/routes';
import { ANALYSIS_PATH } from '../app-endpoints.ts';
import { VERSION } from '../../../platform/config/about.ts';
import { DEFAULT_RATES } from '../../../platform/config/settings.ts';
import { openApiDocument } from './document.ts';
import type { JsonSchema } from './schemas.ts';

const ERRORS = `Errors have one shape (\`Error\`): a stable code, a message in plain English and, where fields are at fault, the
rules that each one broke. Answers are never cached. Unknown fields of a request are ignored unless its
schema says otherwise. Requests are counted per address and minute in three tiers; over the limit the answer is 429 RATE_LIMIT
with \`retry-after\`.`;

const SHARED = `${ERRORS}

A call that needs a token sends it as \`Authorization: Bearer TOKEN\`. Access tokens are short-lived; a pair is renewed at
\`/auths/renew\`, once per refresh token.`;

const API = `What the web app and an integrator's page or server ask of an installation. The enterprise edition is explained in
docs/guides/integrate.md. The schemas \`PostedResults\` and \`PostedEvent\` are what the results API and the webhook of an organisation
receive, \`Results\` what the first and the callback carry as a text.

${SHARED}`;

const ANALYSIS = `The measurement service. It speaks the REST of DeepAffex API v2; the websocket, which carries the chunks and the results of a
measurement, is at the same address (protocol \`json\`) and is described in docs/reference/deepaffex-surface.md, with what each
list may be sorted by; the payload in docs/reference/payload.md.

${SHARED}`;

const ADMIN = `What the administration page asks. The session cookie is the credential, so that this is for a browser; programs use the
command line, docs/guides/operate.md.

${ERRORS}`;

/** The documents by file name without extension. */
export function openApiDocuments(): Readonly<Record<string, JsonSchema>> {
  const common = { version: VERSION, rates: DEFAULT_RATES };
  return {
    api: openApiDocument({
      ...common,
      title: 'Perfuse app backend',
      description: API,
      prefix: BACKEND_PATH,
      routes: {
        ...EVERY_BACKEND_ROUTE,
        ...LAUNCH_ROUTES,
        ...HANDOFF_ROUTES,
        ...EVENT_ROUTES,
      },
      schemas: {
        Results: callbackResultsSchema,
        PostedResults: resultsApiBody,
        PostedEvent: webhookBody,
      },
    }),
    analysis: openApiDocument({
      ...common,
      title: 'Perfuse analysis service',
      description: ANALYSIS,
      prefix: ANALYSIS_PATH,
      routes: EVERY_ANALYSIS_ROUTE,
    }),
    admin: openApiDocument({
      ...common,
      title: 'Perfuse administration',
      description: ADMIN,
      prefix: `${ADMIN_PATH}/api`,
      routes: ADMIN_ROUTES,
    }),
  };
}
