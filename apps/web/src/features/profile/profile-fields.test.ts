// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { feetAndInches, typedNumber } from './profile-fields.ts';

test.each([
  [`5'11"`, '5', '11'],
  ['5’ 11”', '5', '11'],
  ['5′11″', '5', '11'],
  ['5’11’’', '5', '11'],
  ['5 ft 11 in', '5', '11'],
  ['5ft11', '5', '11'],
  ['5-7', '5', '7'],
  ['6 0', '6', '0'],
  [`5'`, null, null],
  ['511', null, null],
  ['5', null, null],
  ['', null, null],
  ['five', null, null],
])('%s is %s feet %s inches', (text, heightFeet, heightInches) => {
  expect(feetAndInches(text)).toEqual(heightFeet === null ? null : { heightFeet, heightInches });
});

test('full-width digits count as digits', () => {
  expect(typedNumber(' １７８ ')).toBe('178');
});
