// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { safeImageUrl } from './safe-image-url.ts';

test.each([
  ['https://acme.example/logo.png', 'https://acme.example/logo.png'],
  ['http://localhost:8080/a/logo.JPEG?v=2#x', 'http://localhost:8080/a/logo.JPEG?v=2#x'],
  ['https://acme.example/logo.jpg', 'https://acme.example/logo.jpg'],
  ['data:image/png;base64,iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo='],
  ['data:image/jpeg;base64,/9j/4AAQ', 'data:image/jpeg;base64,/9j/4AAQ'],
])('%s is accepted', (given, shown) => {
  expect(safeImageUrl(given)).toBe(shown);
});

test.each([
  null,
  undefined,
  '',
  'logo.png',
  '//acme.example/logo.png',
  'https://acme.example/logo.svg',
  'https://acme.example/logo?name=logo.png',
  'https://acme.example/',
  'javascript:alert(1)//logo.png',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'data:image/png,notbase64',
  'data:text/html;base64,aGk=',
  'blob:https://acme.example/logo.png',
  'file:///etc/logo.png',
])('%s is rejected', (given) => {
  expect(safeImageUrl(given)).toBeNull();
});
