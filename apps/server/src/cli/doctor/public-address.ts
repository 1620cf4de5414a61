// SPDX-License-Identifier: Apache-2.0
/** Checks the installation as people reach it, through whatever proxies are in front of the server. */
import { once } from 'node:events';
import { connect } from 'node:tls';
import { configurationPath } from '@perfuse/contract/launch/link';
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import { bareHost, isLoopback } from '../../platform/config/addresses.ts';
import type { ConfigurationRow } from '../../modules/organisations/index.ts';
import { ANALYSIS_PATH } from '../../modules/web/index.ts';
import { reasonOf } from '../../platform/telemetry/error-code.ts';
import { clockFinding, failed, ok, skipped, warning, type Finding } from './finding.ts';
import { ask, upgrade, type WebAnswer } from './web-request.ts';

const DAY_MS = 86_400_000;
const CERTIFICATE_WARNING_DAYS = 14;

/** What to do about a certificate that browsers refuse, by OpenSSL's error code. */
const CERTIFICATE_ADVICE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Renew it, and reload it in the server (SIGHUP) or the proxy.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Get a certificate for this name, or correct PERFUSE_PUBLIC_URL.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The intermediate certificates are missing: serve the full chain (fullchain.pem).',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'It is self-signed. Get one from a certificate authority; for a private one, set NODE_EXTRA_CA_CERTS.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'Its authority is unknown. For a private one, set NODE_EXTRA_CA_CERTS.',
};

/** @returns when the certificate expires, ms since 1970. @throws Error if it is not trusted. */
async function certificateEnd({ hostname, port }: URL): Promise<number> {
  const host = bareHost(hostname);
  const socket = connect({
    host,
    port: port === '' ? 443 : Number(port),
    // An IP address is not allowed as a server name (SNI).
    servername: isNaN(Number(host.at(-1))) && !host.includes(':') ? host : undefined,
    timeout: 10_000,
  });
  socket.once('timeout', () => socket.destroy(new Error('no answer within 10 s')));
  try {
    await once(socket, 'secureConnect');
    return Date.parse(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}

async function checkEncryption(url: URL): Promise<Finding> {
  const check = 'public.https';
  if (url.protocol === 'http:') {
    const advice =
      'Serve https with a proxy (deploy/nginx.conf) or PERFUSE_TLS_CERTIFICATE, and set PERFUSE_PUBLIC_URL to the https address.';
    return isLoopback(url.hostname)
      ? warning(
          check,
          'The address is this machine, in plain http: other machines cannot use it.',
          advice,
        )
      : failed(
          check,
          'The address is plain http: browsers block the camera on such pages.',
          advice,
        );
  }
  try {
    const days = Math.floor(((await certificateEnd(url)) - Date.now()) / DAY_MS);
    const found = `The certificate is trusted, and valid for ${String(days)} more days.`;
    if (days >= CERTIFICATE_WARNING_DAYS) return ok(check, found);
    return warning(check, found, 'Renew it now, and check why it was not renewed automatically.');
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    return failed(
      check,
      `No trusted connection can be made to ${url.host}: ${reasonOf(error)}`,
      CERTIFICATE_ADVICE[String(code)] ??
        `Check that the name resolves to this installation, and that the firewall allows port ${url.port || '443'}.`,
    );
  }
}

async function checkReady(url: URL): Promise<Finding> {
  const check = 'public.ready';
  try {
    const { status, body } = await ask(new URL('/health/ready', url));
    if (status === 200 && body.includes('"ready"')) return ok(check, `${url.origin} is ready.`);
    if (status === 503 && body.includes('"not ready"')) {
      return failed(
        check,
        'The server reports that it is not ready: its database is unavailable or full, or it is stopping.',
        "Check the server's log and the findings about the database.",
      );
    }
    if ([502, 503, 504].includes(status)) {
      return failed(
        check,
        `The proxy answers ${String(status)}: it cannot reach the server.`,
        "Start the server, and compare the proxy's upstream address with HOST and PORT.",
      );
    }
    return failed(
      check,
      `${url.origin}/health/ready answers ${String(status)}, unlike a Perfuse server.`,
      'Another program uses this address, or the proxy forwards only some paths: it must forward / and everything below it.',
    );
  } catch (error) {
    return failed(
      check,
      `${url.origin} does not answer: ${reasonOf(error)}`,
      'Start the server; check that the name resolves to it, and that the firewall and the proxy let requests through.',
    );
  }
}

/** The sources of a directive, one list for each policy in the answer. */
function directive(answer: WebAnswer, name: string): readonly (readonly string[])[] {
  const policies = answer.header('content-security-policy')?.split(',') ?? [];
  return policies.flatMap((policy) => {
    const found = policy
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .find(([first]) => first?.toLowerCase() === name);
    return found === undefined ? [] : [found.slice(1)];
  });
}

function checkPage({ status, header }: WebAnswer): Finding {
  const check = 'public.page';
  if (status === 200 && header('content-type')?.startsWith('text/html') === true) {
    return ok(check, 'The app answers.');
  }
  return failed(
    check,
    `The app's page answers ${String(status)}.`,
    status === 404
      ? 'The web app is not built: npm run build, or set PERFUSE_WEB_DIR to the folder of its builds.'
      : 'Configure the proxy to forward / and everything below it, without a redirect or a sign-in of its own.',
  );
}

/** The server's policy names the host by which it believes it was called, and it sends HSTS only over https. */
function checkForwarded(url: URL, page: WebAnswer): Finding {
  const check = 'public.forwarded';
  const isSecure = url.protocol === 'https:';
  const socket = `${isSecure ? 'wss' : 'ws'}://${url.host}`;
  const [sources] = directive(page, 'connect-src');
  if (sources === undefined)
    return skipped(check, 'The Content-Security-Policy that would show it is missing.');
  if (!sources.includes(socket)) {
    const believed = sources.find((source) => /^wss?:/.test(source)) ?? 'another address';
    return failed(
      check,
      `The server sees requests for ${believed}, not for ${socket}.`,
      'Configure the proxy to forward Host, X-Forwarded-Host and X-Forwarded-Proto (deploy/nginx.conf), and set PERFUSE_TRUST_PROXY to its address. Otherwise cookies are not restricted to https, and all people share the limits of one address.',
    );
  }
  if (isSecure && page.header('strict-transport-security') === null) {
    return failed(
      check,
      'Strict-Transport-Security is missing.',
      'The proxy removes it: configure it to keep the header from the server.',
    );
  }
  return ok(check, 'The server receives the address and the protocol that people use.');
}

const DROPPED =
  'The server sends it with every page: configure the proxy to keep it (nginx: no proxy_hide_header, no add_header of the same name).';

function checkCamera({ header }: WebAnswer): Finding {
  const check = 'public.camera';
  const policy = header('permissions-policy');
  if (policy === null) return failed(check, 'The header Permissions-Policy is missing.', DROPPED);
  const cameras = [...policy.matchAll(/(?:^|[\s,])camera=(\([^)]*\)|[^\s,]+)/g)].map(
    ([, list = '']) => list,
  );
  if (cameras.length > 0 && cameras.every((list) => /\bself\b|\*/.test(list))) {
    return ok(check, 'Pages may use the camera.');
  }
  return failed(
    check,
    `Permissions-Policy blocks the camera: ${policy}`,
    'Remove the Permissions-Policy that the proxy adds: the server sends its own.',
  );
}

function checkFraming(page: WebAnswer): Finding {
  const check = 'public.framing';
  const lists = directive(page, 'frame-ancestors');
  if (page.header('content-security-policy') === null) {
    return failed(check, 'The header Content-Security-Policy is missing.', DROPPED);
  }
  if (lists.length === 0) {
    return failed(
      check,
      'Content-Security-Policy has no frame-ancestors: any site can show the app in a frame.',
      "This is not the server's policy. Remove the one that the proxy sets in its place.",
    );
  }
  return ok(
    check,
    `Sites that may show the app in a frame: ${lists.map((list) => list.join(' ')).join(', ')}.`,
  );
}

/** Checks the page of a configuration that sites may embed: every policy on the way must allow them. */
async function checkEmbedding(url: URL, { id, settings }: ConfigurationRow): Promise<Finding> {
  const check = `public.embedding.${id}`;
  const origins = settings.embedOrigins ?? [];
  const path = configurationPath(id);
  const page = await ask(new URL(path, url), { headers: { accept: 'text/html' } });
  const lists = directive(page, 'frame-ancestors');
  const isAllowed =
    lists.length > 0 && lists.every((list) => origins.every((origin) => list.includes(origin)));
  const isOpen = page.header('x-frame-options') === null;
  if (isAllowed && isOpen) return ok(check, `${origins.join(', ')} may show ${path}.`);
  const found = isAllowed
    ? `X-Frame-Options is added to ${path}, which older browsers obey.`
    : `The policy of ${path} does not name ${origins.join(', ')}.`;
  return failed(
    check,
    found,
    'Remove X-Frame-Options and Content-Security-Policy from the proxy: the server sends them.',
  );
}

async function checkSocket(url: URL): Promise<Finding> {
  const check = 'public.websocket';
  const advice =
    'Configure the proxy for websockets: HTTP/1.1 with the headers Upgrade and Connection (deploy/nginx.conf). Without them, results arrive late or not at all.';
  try {
    const status = await upgrade(new URL(ANALYSIS_PATH, url), 'json');
    if (status === 101) return ok(check, 'Websockets work.');
    return failed(check, `A websocket cannot be opened: the answer is ${String(status)}.`, advice);
  } catch (error) {
    return failed(check, `A websocket cannot be opened: ${reasonOf(error)}`, advice);
  }
}

/** Sends a body as large as the largest chunk. The server refuses it for lack of a token, not because of its size. */
async function checkBodySize(url: URL): Promise<Finding> {
  const check = 'public.body-size';
  const size = `${String(ANALYSIS_LIMITS.maxFrameBytes / 1024)} kB`;
  const address = new URL(`${ANALYSIS_PATH}/measurements/doctor/data`, url);
  const advice = `Configure the proxy to accept bodies of ${size} (nginx: client_max_body_size 1m). Otherwise large chunks are lost.`;
  try {
    const { status } = await ask(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Payload: 'A'.repeat(ANALYSIS_LIMITS.maxFrameBytes - 64) }),
    });
    if (status === 401) return ok(check, `A chunk of ${size} reaches the server.`);
    return failed(check, `A chunk of ${size} is answered with ${String(status)}.`, advice);
  } catch (error) {
    return failed(
      check,
      `A chunk of ${size} does not reach the server: ${reasonOf(error)}`,
      advice,
    );
  }
}

function checkCompression({ header }: WebAnswer): Finding {
  const check = 'public.compression';
  const coding = header('content-encoding');
  if (coding !== null) return ok(check, `Pages and files are compressed (${coding}).`);
  return warning(
    check,
    'Responses are not compressed: the app takes four times as long to load.',
    'Configure the proxy to forward Accept-Encoding, and Content-Encoding of responses.',
  );
}

function checkClock(url: URL, { header, tookMs, at }: WebAnswer): Finding {
  const check = 'public.clock';
  const date = Date.parse(header('date') ?? '');
  if (Number.isNaN(date)) return skipped(check, `${url.host} sends no Date header.`);
  // The header has whole seconds: on average half a second is cut off.
  const offset = date + 500 - (at - tookMs / 2);
  return clockFinding(check, url.host, offset, 500 + tookMs / 2);
}

const LATER = [
  'page',
  'forwarded',
  'camera',
  'framing',
  'websocket',
  'body-size',
  'compression',
  'clock',
];

export interface PublicState {
  readonly findings: readonly Finding[];
  /** Whether people reach the server. */
  readonly isReached: boolean;
}

/** @param rows configurations of the installation, for those that sites may embed. */
export async function checkPublicAddress(
  url: URL,
  rows: readonly ConfigurationRow[],
): Promise<PublicState> {
  const encryption = await checkEncryption(url);
  const isTrusted = encryption.state !== 'failed' || url.protocol === 'http:';
  const ready = isTrusted
    ? await checkReady(url)
    : skipped('public.ready', 'Requires a trusted certificate.');
  if (ready.state !== 'ok') {
    const why = isTrusted ? 'Requires a server that is ready.' : 'Requires a trusted certificate.';
    const rest = LATER.map((name) => skipped(`public.${name}`, why));
    return { findings: [encryption, ready, ...rest], isReached: false };
  }
  const page = await ask(new URL('/', url), {
    headers: { accept: 'text/html', 'accept-encoding': 'br, gzip' },
  });
  const document = await ask(new URL('/openapi/api.json', url), {
    headers: { 'accept-encoding': 'br, gzip' },
  });
  const embedded = rows.filter(({ settings }) => (settings.embedOrigins ?? []).length > 0);
  const findings = [
    encryption,
    ready,
    checkPage(page),
    checkForwarded(url, page),
    checkCamera(page),
    checkFraming(page),
    ...(await Promise.all(embedded.map((row) => checkEmbedding(url, row)))),
    await checkSocket(url),
    await checkBodySize(url),
    checkCompression(document),
    checkClock(url, page),
  ];
  return { findings, isReached: true };
}
