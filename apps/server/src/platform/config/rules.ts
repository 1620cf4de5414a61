// SPDX-License-Identifier: Apache-2.0
import { isIP } from 'node:net';
import { z } from '@perfuse/contract/schema';
import { resolveRegion } from '@perfuse/vitals';

/** Schemas of one environment variable each. A refusal's message is the rule, in words an operator can act on. */

export const wholeNumber = (minimum: number, maximum: number) => {
  const rule = `must be a whole number from ${String(minimum)} to ${String(maximum)}`;
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, rule)),
    z.pipe(
      z.transform(Number),
      z.int(rule).check(z.minimum(minimum, rule), z.maximum(maximum, rule)),
    ),
  );
};

export const onOff = z.pipe(
  z.enum(['on', 'off'], 'must be on or off'),
  z.transform((text) => text === 'on'),
);

export const oneOf = <const T extends readonly string[]>(choices: T) =>
  z.enum(choices, `must be one of ${choices.join(', ')}`);

const splitList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const listOf = (rule: string, fits: (item: string) => boolean) =>
  z.pipe(
    z.string().check(z.refine((text: string) => splitList(text).every(fits), rule)),
    z.transform(splitList),
  );

/** A list of these choices, or `none`: an empty variable counts as not set. */
export const someOf = <const T extends readonly string[]>(choices: T) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (text === 'none' ? [] : splitList(text))),
    ),
    z.array(z.enum(choices, `must be none, or a comma-separated list of ${choices.join(', ')}`)),
  );

const ADDRESS_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isAddressRange(item: string): boolean {
  if (ADDRESS_NAMES.has(item)) return true;
  const [address = '', prefix, ...rest] = item.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

export const addressList = listOf(
  'must be a comma-separated list of addresses, address/prefix ranges, or loopback, linklocal, uniquelocal',
  isAddressRange,
);

function isOrigin(item: string): boolean {
  if (!URL.canParse(item)) return false;
  const url = new URL(item);
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === item;
}

export const originList = listOf(
  'must be a comma-separated list of origins such as https://app.example.org, without a path',
  isOrigin,
);

export const hostList = listOf(
  'must be a comma-separated list of host names such as hooks.example.org, or .example.org for all below it',
  (item) => /^\.?(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(item),
);

/** `host[:port][/path]`, as `GET /api/env-vars` returns it. */
export const hostAndPath = z
  .string()
  .check(
    z.regex(
      /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:]+\])(?::\d{1,5})?(?:\/[\w./-]*)?$/i,
      'must be host[:port][/path] without a scheme',
    ),
  );

export const filled = z.string().check(z.minLength(1, 'must not be empty'));

/** With any other character, every request would fail. */
export const headerValue = z
  .string()
  .check(z.regex(/^[ -~]+$/, 'must be one line of ASCII characters'));

/** A folder of this site or of another https one. */
export const pathOrAddress = z
  .string()
  .check(
    z.regex(
      /^(?:https:\/\/[a-z\d.-]+(?::\d{1,5})?)?\/(?:[\w.~-]+\/)*$/i,
      'must be a path such as /visage/ or an https address, and end with /',
    ),
  );

export const licenceFile = z
  .string()
  .check(z.regex(/^[\w.~-]+\.vlc$/, 'must be a file name without folders that ends with .vlc'));

/** As mail programs write it; a name with special characters is in quotes. */
export const mailSender = z
  .string()
  .check(
    z.regex(
      /^(?:(?:"[^"]*"|[^"<>,;:@]*)\s*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/,
      'must be Name <address>, or an address',
    ),
  );

/** A country or a region that has a chart of cardiovascular risk. */
export const whoRegion = z
  .string()
  .check(
    z.refine(
      (text: string) => resolveRegion(text).ok,
      'must be a country (ISO 3166-1, two or three letters) or the name of a WHO 2019 chart region, such as Western Europe',
    ),
  );

export const origin = z
  .string()
  .check(z.refine(isOrigin, 'must be an http or https origin, without a path'));

const addressOf = (
  protocols: readonly string[],
  rule: string,
  fits: (url: URL) => boolean = () => true,
) =>
  z.string().check(
    z.refine((text: string) => {
      const url = URL.canParse(text) ? new URL(text) : null;
      return url !== null && protocols.includes(url.protocol) && fits(url);
    }, rule),
  );

/** The driver ignores the parameter for TLS in other capitals, and would connect without TLS. */
const isMisspeltMode = (name: string): boolean =>
  name !== 'sslmode' && name.toLowerCase() === 'sslmode';

export const smtpAddress = addressOf(
  ['smtp:', 'smtps:'],
  'must be smtp[s]://[user:password@]host[:port]',
  ({ hostname }) => hostname !== '',
);
export const databaseAddress = addressOf(
  ['postgres:', 'postgresql:'],
  'must be postgres://[user[:password]@]host[:port]/database[?sslmode=…]',
  ({ pathname, searchParams }) =>
    pathname.length > 1 && ![...searchParams.keys()].some(isMisspeltMode),
);
export const httpAddress = addressOf(['http:', 'https:'], 'must be an http or https address');

function isSmsTemplate(text: string): boolean {
  if (!text.includes('{to}') || !text.includes('{text}')) return false;
  if (!/^\s*\{"/.test(text)) return !text.trimStart().startsWith('{');
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const smsTemplate = z
  .string()
  .check(z.refine(isSmsTemplate, 'must contain {to} and {text}, as JSON or as a form'));
