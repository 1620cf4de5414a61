// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressTest, isPublicAddress } from './addresses.ts';

const byte = fc.integer({ min: 0, max: 255 });
const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
const groups = (count: number) =>
  fc.array(group, { minLength: count, maxLength: count }).map((parts) => parts.join(':'));
const dotted = (...bytes: fc.Arbitrary<number>[]) =>
  fc.tuple(...bytes).map((values) => values.join('.'));
const only = (value: number) => fc.constant(value);
const between = (min: number, max: number) => fc.integer({ min, max });

const PRIVATE_V4: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'this network': dotted(only(0), byte, byte, byte),
  'private, 10/8': dotted(only(10), byte, byte, byte),
  'carrier-grade NAT': dotted(only(100), between(64, 127), byte, byte),
  loopback: dotted(only(127), byte, byte, byte),
  'link-local, with the metadata services of clouds': dotted(only(169), only(254), byte, byte),
  'private, 172.16/12': dotted(only(172), between(16, 31), byte, byte),
  'private, 192.168/16': dotted(only(192), only(168), byte, byte),
  benchmarking: dotted(only(198), between(18, 19), byte, byte),
  documentation: dotted(only(203), only(0), only(113), byte),
  'multicast and reserved': dotted(between(224, 255), byte, byte, byte),
};

describe('an IPv4 address', () => {
  it.each(Object.entries(PRIVATE_V4))('is refused within %s, in every notation', (_, range) => {
    fc.assert(
      fc.property(range, (address) => {
        expect(isPublicAddress(address)).toBe(false);
        expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
        expect(isPublicAddress(`::${address}`)).toBe(false);
        expect(isPublicAddress(`64:ff9b::${address}`)).toBe(false);
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const high = ((a << 8) | b).toString(16);
        const low = ((c << 8) | d).toString(16);
        expect(isPublicAddress(`::ffff:${high}:${low}`)).toBe(false);
        expect(isPublicAddress(`2002:${high}:${low}::1`)).toBe(false);
      }),
    );
  });

  it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '100.63.0.1'])(
    'is accepted on the internet: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
      expect(isPublicAddress(`::ffff:${address}`)).toBe(true);
    },
  );
});

describe('an IPv6 address', () => {
  const PRIVATE: Readonly<Record<string, fc.Arbitrary<string>>> = {
    'unique local': fc
      .tuple(between(0xfc00, 0xfdff), groups(7))
      .map(([first, rest]) => `${first.toString(16)}:${rest}`),
    'link-local': fc
      .tuple(between(0xfe80, 0xfebf), groups(7))
      .map(([first, rest]) => `${first.toString(16)}:${rest}`),
    multicast: fc
      .tuple(between(0xff00, 0xffff), groups(7))
      .map(([first, rest]) => `${first.toString(16)}:${rest}`),
    documentation: groups(6).map((rest) => `2001:db8:${rest}`),
    Teredo: groups(6).map((rest) => `2001:0:${rest}`),
    'what is not global unicast': fc
      .tuple(between(0x4000, 0xfbff), groups(7))
      .map(([first, rest]) => `${first.toString(16)}:${rest}`),
  };

  it.each(Object.entries(PRIVATE))('is refused within %s', (_, range) => {
    fc.assert(
      fc.property(range, (address) => {
        expect(isPublicAddress(address)).toBe(false);
      }),
    );
  });

  it.each(['::', '::1', '::1%eth0', '0:0:0:0:0:0:0:1', 'fe80::1%lo'])(
    'is refused: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it('is accepted on the internet', () => {
    expect(isPublicAddress('2606:4700:4700::1111')).toBe(true);
    expect(isPublicAddress('2a00:1450:4001::200e')).toBe(true);
  });
});

it('text that is not an address is refused without an exception', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(typeof isPublicAddress(text)).toBe('boolean');
      expect(addressTest([])(text)).toBe(false);
    }),
  );
  for (const text of ['', 'localhost', 'example.org', '1.2.3.4.5', '8.8.8.8/0', '[::1]']) {
    expect(isPublicAddress(text)).toBe(false);
  }
});

describe('a target that an operator allows', () => {
  it('is given as a name, a range or an address', () => {
    const allows = addressTest(['loopback', '192.168.7.0/24', '10.1.2.3', 'fd00:7::/32']);
    for (const address of [
      '127.0.0.1',
      '127.9.9.9',
      '::1',
      '::ffff:127.0.0.1',
      '192.168.7.200',
      '10.1.2.3',
      'fd00:7::9',
    ]) {
      expect(allows(address), address).toBe(true);
    }
    for (const address of ['192.168.8.1', '10.1.2.4', '169.254.169.254', 'fd00:8::9', '8.8.8.8']) {
      expect(allows(address), address).toBe(false);
    }
  });
});
