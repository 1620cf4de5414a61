// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import type { Source } from './source.ts';
import { citationsOf, sourceIdsOf, SOURCES } from './sources.ts';

const all: readonly [string, Source][] = Object.entries(SOURCES);

describe('citations', () => {
  test.for(all)('%s has authors, a year, a title and, where there is one, a link', ([, source]) => {
    expect(source.authors).not.toBe('');
    expect(source.title).not.toBe('');
    expect(source.year).toBeGreaterThan(1900);
    expect(source.url).toMatch(/^(https:\/\/\S+)?$/);
  });

  test('own models are marked as own', () => {
    for (const [id, source] of all) {
      if (id.startsWith('own_')) expect(source.ownModel).toBe(true);
    }
  });

  test.each([
    ['who2019_nonlab+cuff_reading', ['who2019_nonlab', 'cuff_reading']],
    ['pos+chrom+green:beats', ['pos', 'chrom', 'green', 'beats']],
    ['chrom:spectrum', ['chrom', 'spectrum']],
    ['rifv+riav', ['rifv', 'riav']],
    ['quarter-rule', ['quarter-rule']],
    ['pos+pos', ['pos']],
    ['', []],
    ['newer_model+toString', []],
  ])('of %j are those of its methods and of its inputs, in order', (source, ids) => {
    expect(sourceIdsOf(source)).toEqual(ids);
  });

  test('are the entries of the table', () => {
    expect(citationsOf('pos+fused')).toEqual([SOURCES.pos, SOURCES.fused]);
  });

  test('name a publication of several methods once', () => {
    expect(citationsOf('rifv+riav+riiv+motion')).toEqual([SOURCES.rifv, SOURCES.motion]);
  });
});
