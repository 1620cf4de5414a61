// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { citationsOf, SOURCES, type Source } from './sources.ts';

const all: readonly [string, Source][] = Object.entries(SOURCES);

describe('citations', () => {
  test.for(all)(
    '%s has authors, a title, words for what it means and how wrong it may be',
    ([, source]) => {
      for (const text of [source.authors, source.title, source.note, source.error]) {
        expect(text).not.toBe('');
      }
      expect(source.url).toMatch(/^(https:\/\/\S+)?$/);
    },
  );

  test('own NHANES models say that they are own and not peer reviewed', () => {
    for (const [id, source] of all) {
      if (!id.startsWith('own_')) continue;
      expect(source.ownModel).toBe(true);
      expect(source.note).toMatch(/own open model, not peer reviewed/);
    }
  });

  test('of a value are those of its model and of its inputs, in order', () => {
    expect(citationsOf('who2019_nonlab+cuff_reading')).toEqual([
      SOURCES.who2019_nonlab,
      SOURCES.cuff_reading,
    ]);
    expect(citationsOf('')).toEqual([]);
    expect(citationsOf('pos+chrom+toString')).toEqual([]);
  });
});
