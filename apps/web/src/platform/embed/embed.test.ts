// SPDX-License-Identifier: Apache-2.0
import { embedMessageSchema } from '@perfuse/contract/launch/embed';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEmbed, type Embed } from './embed.ts';

const ACME = 'https://acme.example';
const OTHER = 'https://other.example';
const BACK = `${ACME}/back?visit=7&error=MEASUREMENT_CANCELED&sessionId=s-1`;

let posted: { message: unknown; origin: unknown }[];
beforeEach(() => {
  posted = [];
});
const parent = {
  postMessage: (message: unknown, origin?: unknown) => void posted.push({ message, origin }),
};
const framed = (parentOrigin: string | null = ACME): Embed => createEmbed({ parent, parentOrigin });

describe('the embedding page', () => {
  test('receives events as messages of the contract, once the configuration names its origin', () => {
    const embed = framed();
    embed.tell({ type: 'measurement-started' });
    expect(posted).toEqual([]);
    embed.allow([OTHER, ACME]);
    embed.tell({ type: 'height', height: 640 });
    expect(posted.map(({ origin }) => origin)).toEqual([ACME, ACME]);
    expect(posted.map(({ message }) => embedMessageSchema.parse(message).type)).toEqual([
      'measurement-started',
      'height',
    ]);
  });

  test('receives nothing when its origin is not on the list', () => {
    const embed = framed('https://evil.example');
    embed.tell({ type: 'measurement-started' });
    embed.allow([ACME]);
    embed.tell({ type: 'measurement-cancelled' });
    expect(embed.finish(BACK)).toBe(false);
    expect(posted).toEqual([]);
  });

  test('of unknown origin is addressed with each origin of the list, never with *', () => {
    const embed = framed(null);
    embed.allow([OTHER, ACME]);
    embed.tell({ type: 'measurement-started' });
    expect(posted.map(({ origin }) => origin)).toEqual([OTHER, ACME]);
  });
});

describe('the end of a visit', () => {
  test('is announced with the parameters of the callback and the address to go to', () => {
    const embed = framed();
    embed.allow([ACME]);
    expect(embed.finish(BACK)).toBe(true);
    expect(posted).toEqual([
      {
        origin: ACME,
        message: {
          source: 'perfuse',
          version: 1,
          type: 'finished',
          callback: { error: 'MEASUREMENT_CANCELED', sessionId: 's-1' },
          address: BACK,
        },
      },
    ]);
  });

  test('is the last message, except for heights', () => {
    const embed = framed();
    embed.allow([ACME]);
    embed.finish(BACK);
    embed.tell({ type: 'measurement-started' });
    expect(embed.finish(BACK)).toBe(true);
    embed.tell({ type: 'height', height: 640 });
    expect(posted.map(({ message }) => embedMessageSchema.parse(message).type)).toEqual([
      'finished',
      'height',
    ]);
  });

  test('of a refused launch is announced to the page that the server allowed to embed it', () => {
    const embed = framed();
    for (let call = 0; call < 2; call += 1) expect(embed.finish(BACK)).toBe(true);
    expect(posted).toMatchObject([{ origin: ACME, message: { type: 'finished' } }]);
  });

  test('of a refused launch without a callback is its code, for the same page only', () => {
    const refused = { sessionId: 's-1', error: 'LAUNCH_TOKEN_USED', isFinal: true };
    framed().refuse(refused);
    framed(null).refuse(refused);
    createEmbed({ parent: null, parentOrigin: null }).refuse(refused);
    expect(posted).toEqual([
      {
        origin: ACME,
        message: { source: 'perfuse', version: 1, type: 'launch-refused', ...refused },
      },
    ]);
  });

  test('without a page to notify is left to the browser', () => {
    expect(createEmbed({ parent: null, parentOrigin: null }).finish(BACK)).toBe(false);
    expect(framed(null).finish(BACK)).toBe(false);
    const nobody = framed();
    nobody.allow([]);
    expect(nobody.finish(BACK)).toBe(false);
    expect(posted).toEqual([]);
  });
});

test('a page that is not in a frame sends no messages', () => {
  const embed = createEmbed({ parent: null, parentOrigin: null });
  expect(embed.isFramed).toBe(false);
  embed.tell({ type: 'measurement-started' });
  embed.allow([ACME]);
  expect(posted).toEqual([]);
});

describe('the settings of the embedding page', () => {
  const settings = {
    source: 'perfuse-embed',
    version: 1,
    type: 'settings',
    language: 'de',
    theme: 'dark',
    height: 640,
  };
  // Only its identity matters.
  const source = parent as unknown as Window;
  const message = { source, origin: ACME, data: settings };
  const allowing = (origins: readonly string[], parentOrigin: string | null = ACME): Embed => {
    const embed = framed(parentOrigin);
    embed.allow(origins);
    return embed;
  };

  test('are accepted from an origin on the list', () => {
    expect(allowing([ACME]).settingsFrom(message)).toEqual(settings);
    expect(allowing([ACME], null).settingsFrom(message)).toEqual(settings);
  });

  test('are accepted from no other source', () => {
    expect(framed().settingsFrom(message)).toBeNull();
    expect(allowing([OTHER]).settingsFrom(message)).toBeNull();
    expect(allowing([ACME]).settingsFrom({ ...message, origin: OTHER })).toBeNull();
    expect(allowing([ACME]).settingsFrom({ ...message, source: null })).toBeNull();
    // Another origin of the list, which is not the embedding page's.
    expect(allowing([ACME, OTHER]).settingsFrom({ ...message, origin: OTHER })).toBeNull();
  });

  test.each([null, 'settings', { ...settings, theme: 'pink' }, { ...settings, height: 1e9 }])(
    'are not accepted as %j',
    (data) => {
      expect(allowing([ACME]).settingsFrom({ ...message, data })).toBeNull();
    },
  );
});

test('the embedding page counts as listening once its origin is allowed', () => {
  const embed = framed();
  expect(embed.isHeard()).toBe(false);
  embed.allow([OTHER]);
  expect(embed.isHeard()).toBe(false);
  embed.allow([ACME]);
  expect(embed.isHeard()).toBe(true);
});
