// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { analysisAddresses } from './addresses.ts';
import { textFromBase64, toBase64 } from './base64.ts';

describe('the addresses of an analysis service', () => {
  it.each([
    ['api.example.org', 'https:', 'https://api.example.org', 'wss://api.example.org'],
    [
      'localhost:4300/analysis',
      'http:',
      'http://localhost:4300/analysis',
      'ws://localhost:4300/analysis',
    ],
    [
      'localhost:4300/analysis/',
      'http:',
      'http://localhost:4300/analysis',
      'ws://localhost:4300/analysis',
    ],
  ])('of %s from a page at %s', (host, protocol, http, socket) => {
    expect(analysisAddresses(host, protocol)).toEqual({ http, socket });
  });
});

describe('base64', () => {
  it('encodes every byte, even of a payload longer than one block', () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, place) => place % 256);
    expect(Buffer.from(toBase64(bytes), 'base64').equals(Buffer.from(bytes))).toBe(true);
  });

  it('decodes text, and gives null for anything else', () => {
    expect(textFromBase64(Buffer.from('{"ü":1}').toString('base64'))).toBe('{"ü":1}');
    expect(textFromBase64('***')).toBeNull();
    expect(textFromBase64(toBase64(Uint8Array.of(0xff, 0xfe)))).toBeNull();
  });
});
