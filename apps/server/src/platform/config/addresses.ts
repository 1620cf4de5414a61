// SPDX-License-Identifier: Apache-2.0
/** Which network addresses this server may call on an organisation's behalf. */
import ipaddr from 'ipaddr.js';

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Global unicast (RFC 4291); addresses outside it are not of the public internet. */
const GLOBAL_V6: Range = ipaddr.parseCIDR('2000::/3');

function toRange(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Parses an address; an IPv4-mapped IPv6 address counts as IPv4. Null if it is no address. */
const parse = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | null =>
  ipaddr.isValid(text) ? ipaddr.process(text) : null;

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, [start, bits]: Range): boolean =>
  address.kind() === start.kind() && address.match(start, bits);

/** Whether an address is one of the public internet: not private, loopback, link-local, reserved or a tunnel to such. */
export function isPublicAddress(text: string): boolean {
  const address = parse(text);
  if (address?.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || isWithin(address, GLOBAL_V6);
}

/** Addresses that an operator allows in addition to the public internet. */
export type AddressTest = (address: string) => boolean;

/** @param ranges addresses, address/prefix ranges, or `loopback`, `linklocal`, `uniquelocal`. */
export function addressTest(ranges: readonly string[]): AddressTest {
  const parsed = ranges.flatMap((range) => NAMED[range] ?? [range]).map(toRange);
  return (text) => {
    const address = parse(text);
    return address !== null && parsed.some((range) => isWithin(address, range));
  };
}

/** The host of a URL without the brackets of IPv6. */
export const bareHost = (host: string): string => host.replace(/^\[|\]$/g, '');

const inThisMachine = addressTest(['loopback']);

/** Whether the host of a URL, a name or an address, is this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || inThisMachine(bareHost(host));

/**
 * Whether a host is in a list; an entry that begins with a dot stands for all names below it. An empty list allows all.
 */
export function hostTest(hosts: readonly string[]): (host: string) => boolean {
  const listed = hosts.map((host) => host.toLowerCase());
  return (host) =>
    listed.length === 0 ||
    listed.some((entry) => (entry.startsWith('.') ? host.endsWith(entry) : host === entry));
}
