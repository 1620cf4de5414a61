// SPDX-License-Identifier: Apache-2.0
/** The package has no dependencies: the definitions that it duplicates are checked against the contract here. */
import {
  embedderMessageSchema,
  type EmbedderSettings,
  type EmbedNotification,
} from '@perfuse/contract/launch/embed';
import { callbackResults, type CallbackResults } from '@perfuse/contract/launch/results';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { targetOf } from './address.ts';
import { messageOf, type Message, type Settings } from './messages.ts';
import { readDelivered, type Results } from './results.ts';

test('the messages are those of the app', () => {
  expectTypeOf<EmbedNotification>().toExtend<Message>();
  expectTypeOf<Message['type']>().toEqualTypeOf<EmbedNotification['type']>();
});

test('the app understands the settings', () => {
  expectTypeOf<Settings>().toExtend<EmbedderSettings>();
  const settings: Settings = {
    source: 'perfuse-embed',
    version: 1,
    type: 'settings',
    language: 'de',
    theme: 'dark',
    height: 720,
  };
  expect(embedderMessageSchema.parse(settings)).toEqual(settings);
});

test('messages of other senders are ignored', () => {
  for (const data of [null, 'ready', {}, { source: 'perfuse', version: 2 }, { type: 'ready' }]) {
    expect(messageOf(data)).toBeNull();
  }
});

describe('results', () => {
  const given = callbackResults('m-1', {}, 3);
  const base64url = Buffer.from(JSON.stringify(given)).toString('base64url');

  test('are those of the contract', () => {
    expectTypeOf<CallbackResults>().toExtend<Results>();
    expectTypeOf<keyof Results>().toEqualTypeOf<keyof CallbackResults>();
    expect(readDelivered({ results: base64url })).toEqual({
      results: given,
      encrypted: null,
      dataId: null,
    });
  });

  test('that are encrypted are passed on unchanged', () => {
    const jwe = 'a.b.c.d.e';
    expect(readDelivered({ results: jwe })).toEqual({
      results: null,
      encrypted: jwe,
      dataId: null,
    });
  });

  test('that went to a results API are identified by its id', () => {
    expect(readDelivered({ dataId: '7' })).toEqual({ results: null, encrypted: null, dataId: '7' });
  });
});

describe('the address of the frame', () => {
  const PAGE = 'https://clinic.example/measure';
  const none = { link: null, src: null, config: null };

  test.each([
    ['https://vitals.example/org/', 'https://vitals.example/org/i/demo'],
    ['https://vitals.example/org', 'https://vitals.example/org/i/demo'],
    ['http://localhost:4300/org/', 'http://localhost:4300/org/i/demo'],
    ['/org/', 'https://clinic.example/org/i/demo'],
  ])('of %s is %s', (src, address) => {
    expect(targetOf({ ...none, src, config: 'demo' }, PAGE)?.address).toBe(address);
  });

  test('is the launch link where there is one', () => {
    const link = 'https://vitals.example/org/c/demo#profile/token/refresh';
    expect(targetOf({ link, src: 'https://other.example/', config: 'x' }, PAGE)).toEqual({
      address: link,
      origin: 'https://vitals.example',
    });
  });

  test.each([
    'http://vitals.example/org/',
    'javascript:alert(1)//',
    'data:text/html,',
    'https://:',
    'https://vitals.example/',
  ])('is none for %s', (src) => {
    expect(targetOf({ ...none, src, config: 'demo' }, PAGE)).toBeNull();
  });

  test.each([
    'https://vitals.example/org/c/demo#profile/token',
    'https://vitals.example/org/c/demo/profile',
    'https://vitals.example/org/c/demo',
    'https://vitals.example/back',
  ])('is none for the link %s, which is incomplete', (link) => {
    expect(targetOf({ ...none, link }, PAGE)).toBeNull();
  });

  test.each([
    'https://vitals.example/org/c/demo/profile/token/refresh/visit-7',
    'https://vitals.example/org/i/demo',
  ])('is the link %s', (link) => {
    expect(targetOf({ ...none, link }, PAGE)?.address).toBe(link);
  });

  test('is none for an id that no configuration can have', () => {
    expect(targetOf({ ...none, src: '/org/', config: 'a/../b c' }, PAGE)).toBeNull();
  });

  test('needs a configuration', () => {
    expect(targetOf({ ...none, src: 'https://vitals.example/org/' }, PAGE)).toBeNull();
  });
});
