// SPDX-License-Identifier: Apache-2.0
/**
 * Posts to an address that an organisation chose, without giving access to the server's own network (server-side
 * request forgery): the name is resolved once, all its addresses are checked, and the connection uses the checked ones.
 * A redirect is checked like the first address.
 */
import { lookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { bareHost, isLoopback, isPublicAddress, type AddressTest } from '../config/addresses.ts';

export const REFUSALS = [
  /** Not https; http is for addresses that the operator allows. */
  'PROTOCOL_REFUSED',
  /** Private, loopback or otherwise not of the public internet, and not allowed by the operator. */
  'ADDRESS_REFUSED',
  /** Not among the hosts that the operator lists. */
  'HOST_REFUSED',
  'NAME_NOT_FOUND',
  'TOO_MANY_REDIRECTS',
  'ANSWER_TOO_LARGE',
  'TIMED_OUT',
  'UNREACHABLE',
] as const;
export type RefusalCode = (typeof REFUSALS)[number];

/** Why a post got no answer. Its message names no address, because it is logged. */
export class PostError extends Error {
  override readonly name = 'PostError';
  readonly code: RefusalCode;

  constructor(code: RefusalCode) {
    super(code);
    this.code = code;
  }
}

export interface PostAnswer {
  readonly status: number;
  readonly body: string;
}

export interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Resolves a name to every address it has. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export interface GuardOptions {
  /** Addresses in addition to the public internet's. */
  readonly allows: AddressTest;
  /** Hosts that may be called at all; any by default. */
  readonly allowsHost?: (host: string) => boolean;
  /** Whether plain http is allowed to this machine only, whatever `allows` permits. */
  readonly requiresTls?: boolean;
  /** Time limit of the whole post, redirects included, ms. */
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
}

/** Why an address would never be posted to, whatever answers there; null if it may be. */
export type CheckTarget = (address: string) => Promise<RefusalCode | null>;

/** @throws PostError */
export type GuardedPost = (address: string, post: Post) => Promise<PostAnswer>;

const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_REDIRECTS = 3;
/** Redirects that keep the method and the body; others would no longer be a post. */
const REDIRECTS: ReadonlySet<number> = new Set([307, 308]);

const resolveName: Resolve = (name) =>
  new Promise((resolve, reject) => {
    lookup(name, { all: true, verbatim: true }, (error, addresses) => {
      if (error === null) resolve(addresses);
      else reject(error);
    });
  });

async function addressesOf(url: URL, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const host = bareHost(url.hostname);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  try {
    return await resolve(host);
  } catch {
    throw new PostError('NAME_NOT_FOUND');
  }
}

/** @throws PostError unless every address may be called by this protocol. */
function check(url: URL, addresses: readonly LookupAddress[], allows: AddressTest): void {
  if (addresses.length === 0) throw new PostError('NAME_NOT_FOUND');
  const isAllowed = addresses.every(({ address }) => allows(address));
  if (!isAllowed && !addresses.every(({ address }) => isPublicAddress(address) || allows(address)))
    throw new PostError('ADDRESS_REFUSED');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed))
    throw new PostError('PROTOCOL_REFUSED');
}

const isHere = ({ address }: LookupAddress): boolean => isLoopback(address);

/** @throws PostError as {@link check}, and for http if TLS is required. */
function checkTarget(
  url: URL,
  addresses: readonly LookupAddress[],
  allows: AddressTest,
  requiresTls: boolean,
): void {
  check(url, addresses, allows);
  if (requiresTls && url.protocol === 'http:' && !addresses.every(isHere))
    throw new PostError('PROTOCOL_REFUSED');
}

/** Gives the connection the checked addresses, whatever the name resolves to by now. */
const pinned =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_name, options, done) => {
    const [first] = addresses;
    if (options.all === true) done(null, [...addresses]);
    else if (first !== undefined) done(null, first.address, first.family);
  };

async function read(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer) {
    if (!Buffer.isBuffer(part)) continue;
    bytes += part.length;
    if (bytes > MAX_ANSWER_BYTES) throw new PostError('ANSWER_TOO_LARGE');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function send(
  url: URL,
  addresses: readonly LookupAddress[],
  { headers, body }: Post,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      agent: false,
      lookup: pinned(addresses),
      signal,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'accept-encoding': 'identity',
        'user-agent': 'Perfuse',
        ...headers,
        'content-length': String(Buffer.byteLength(body)),
      },
    });
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** A name that takes longer to resolve counts as not known yet, ms. */
const NAME_MS = 3_000;

/** Checks an address as a post would, without posting. A name that is not known yet may be by the time of the post. */
export function createTargetCheck({
  allows,
  allowsHost = () => true,
  requiresTls = false,
  resolve = resolveName,
}: GuardOptions): CheckTarget {
  const look = async (url: URL): Promise<void> => {
    if (!allowsHost(url.hostname)) throw new PostError('HOST_REFUSED');
    const late = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new PostError('NAME_NOT_FOUND')), NAME_MS).unref();
    });
    checkTarget(url, await Promise.race([addressesOf(url, resolve), late]), allows, requiresTls);
  };
  return async (address) => {
    try {
      await look(new URL(address));
      return null;
    } catch (error) {
      if (!(error instanceof PostError)) throw error;
      return error.code === 'NAME_NOT_FOUND' ? null : error.code;
    }
  };
}

export function createGuardedPost({
  allows,
  allowsHost = () => true,
  requiresTls = false,
  timeoutMs = 8_000,
  resolve = resolveName,
}: GuardOptions): GuardedPost {
  const follow = async (
    url: URL,
    post: Post,
    signal: AbortSignal,
    redirects: number,
  ): Promise<PostAnswer> => {
    if (!allowsHost(url.hostname)) throw new PostError('HOST_REFUSED');
    const addresses = await addressesOf(url, resolve);
    checkTarget(url, addresses, allows, requiresTls);
    signal.throwIfAborted();
    const answer = await send(url, addresses, post, signal);
    const status = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (!REDIRECTS.has(status) || location === undefined) {
      return { status, body: await read(answer) };
    }
    answer.destroy();
    if (redirects >= MAX_REDIRECTS) throw new PostError('TOO_MANY_REDIRECTS');
    if (!URL.canParse(location, url.href)) return { status, body: '' };
    return follow(new URL(location, url), post, signal, redirects + 1);
  };
  return async (address, post) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const timedOut = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new PostError('TIMED_OUT')), { once: true });
    });
    try {
      // A resolver cannot be aborted, so the time limit races it.
      return await Promise.race([follow(new URL(address), post, signal, 0), timedOut]);
    } catch (error) {
      if (error instanceof PostError) throw error;
      throw new PostError(signal.aborted ? 'TIMED_OUT' : 'UNREACHABLE');
    }
  };
}
