// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { methodText } from './export-texts.ts';

test('the method of a value cites a publication of several methods once', () => {
  const text = methodText('rifv+riav+riiv+riwv+motion+chest');
  expect(text.match(/Karlen W/g)).toHaveLength(1);
});
