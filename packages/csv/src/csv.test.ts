// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvTable } from './index.ts';

/** A strict reader of RFC 4180. */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (quoted) {
      if (c !== '"') field += c;
      else if (text.charAt(i + 1) === '"') field += text.charAt(i++);
      else quoted = false;
    } else if (c === '"' && field === '') quoted = true;
    else if (c === ',') {
      row.push(field);
      field = '';
    } else if (c === '\r' && text.charAt(i + 1) === '\n') {
      rows.push([...row, field]);
      row = [];
      field = '';
      i++;
    } else field += c;
  }
  return rows;
}

describe('a field', () => {
  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['two\nlines', '"two\nlines"'],
    [' edge ', '" edge "'],
    ['', ''],
    [null, ''],
    [71.5, '71.5'],
    [-3.2, '-3.2'],
    ['-3.2', '-3.2'],
    ['1e-7', '1e-7'],
  ])('%j is written as %j', (value, text) => {
    expect(csvTable([[value]])).toBe(`${text}\r\n`);
  });

  test.each([
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    ' =1',
    '\u00a0=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '\u3000＝1',
    '\ufeff=1',
    '\u200b=1',
    '\u0000=1',
    '\u2060\u00a0＋1',
    '﹦1',
    '﹣1',
    '\nplain',
    '=cmd|" /c calc"!A1',
    '-2+3*cmd',
  ])('%j is escaped so that it is not a formula', (text) => {
    const [[field = ''] = []] = read(csvTable([[text]]));
    expect(field).toBe(`'${text}`);
  });

  test.each([
    ['x;=1+1;y', `"x;'=1+1;y"`],
    ['x;"=1+1"', `"x;'""=1+1"""`],
    ['x\t @SUM(A1)', `"x\t' @SUM(A1)"`],
    ['x\r\n+1+1', `"x\r\n'+1+1"`],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    ['\n=1', `"'\n'=1"`],
    ['  \t@x', `"'  \t'@x"`],
    ['x;＝1', `"x;'＝1"`],
    ['x;-2+3*cmd', `"x;'-2+3*cmd"`],
    ['x;-2;+3.5e-7', '"x;-2;+3.5e-7"'],
    ['x; y', '"x; y"'],
    ['x\ty', '"x\ty"'],
  ])('%j is not a formula after a semicolon, a tab or a line break either', (text, written) => {
    expect(csvTable([[text]])).toBe(`${written}\r\n`);
  });
});

describe('a table', () => {
  test('ends each row with CRLF', () => {
    expect(
      csvTable([
        ['ä', 1],
        [null, 'b'],
      ]),
    ).toBe('ä,1\r\n,b\r\n');
  });

  test('reads back as it was written, whatever its fields contain', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', '=', '-', 'a', ' ') }),
    );
    const bare = (field: string): string => field.replaceAll("'", '');
    const rows = fc
      .integer({ min: 1, max: 5 })
      .chain((width) => fc.array(fc.array(texts, { minLength: width, maxLength: width })));
    fc.assert(
      fc.property(rows, (table) => {
        const back = read(csvTable(table));
        expect(back.map((row) => row.map(bare))).toEqual(table.map((row) => row.map(bare)));
        for (const row of back) {
          for (const field of row) expect(field).not.toMatch(/^[=@\t\r]|[;\t\r\n][\s"]*[=@]/);
        }
      }),
    );
  });
});
