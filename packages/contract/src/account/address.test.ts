// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { addressLine } from './address.ts';
import type { OrgAddress } from './organisation.ts';

const NONE: OrgAddress = {
  Line1: '',
  Line2: '',
  City: '',
  State: '',
  Country: '',
  PostalCode: '',
};

test.for<[string, string, string, string, string, string]>([
  ['Lange Straße 12', '10115', 'Berlin', '', 'Germany', 'Lange Straße 12, 10115 Berlin, Germany'],
  ['12 rue Longue', '75002', 'Paris', '', 'FR', '12 rue Longue, 75002 Paris, FR'],
  ['1 Main St', '62701', 'Springfield', 'IL', 'USA', '1 Main St, Springfield, IL 62701, USA'],
  ['1 Main St', '62701', 'Springfield', 'IL', 'us', '1 Main St, Springfield, IL 62701, us'],
  [
    '1 Main St',
    '62701',
    'Springfield',
    'IL',
    'Estados Unidos',
    '1 Main St, Springfield, IL 62701, Estados Unidos',
  ],
  ['5 Long St', 'NSW 2000', 'Sydney', '', 'Australia', '5 Long St, Sydney NSW 2000, Australia'],
  [
    '12 Long Street',
    'D02 X285',
    'Dublin',
    '',
    'Ireland',
    '12 Long Street, Dublin, D02 X285, Ireland',
  ],
  [
    '1 High St',
    'SW1A 1AA',
    'London',
    '',
    'United Kingdom',
    '1 High St, London, SW1A 1AA, United Kingdom',
  ],
  [
    'Rua Longa 12',
    '01310-100',
    'São Paulo',
    'SP',
    'Brasil',
    'Rua Longa 12, São Paulo, SP, 01310-100, Brasil',
  ],
  ['Hosszú utca 12', '1011', 'Budapest', '', 'Hungary', 'Budapest, Hosszú utca 12, 1011, Hungary'],
  [
    '千代田1-1',
    '100-0001',
    '千代田区',
    '東京都',
    '日本',
    '日本 100-0001 東京都 千代田区 千代田1-1',
  ],
  ['1-1 Chiyoda', '100-0001', 'Tokyo', '', 'Japan', '1-1 Chiyoda, 100-0001 Tokyo, Japan'],
  ['长安街1号', '100006', '北京市', '', '中国', '中国 北京市 长安街1号 100006'],
  ['1 Long Road', '', 'Smallville', '', '', '1 Long Road, Smallville'],
  ['1 Long Road', '', 'Smallville', '', 'constructor', '1 Long Road, Smallville, constructor'],
])(
  'an address is written in the order of its country: %s, %s, %s, %s, %s',
  ([Line1, PostalCode, City, State, Country, line]) => {
    expect(addressLine({ ...NONE, Line1, PostalCode, City, State, Country })).toBe(line);
  },
);

test('parts are trimmed, and an address without any is empty', () => {
  expect(addressLine({ ...NONE, Line1: ' 1 Long Road ', Line2: '  ', City: 'Bern' })).toBe(
    '1 Long Road, Bern',
  );
  expect(addressLine(NONE)).toBe('');
});
