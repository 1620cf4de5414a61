// SPDX-License-Identifier: Apache-2.0
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Dial } from './Dial.tsx';

test.each([
  ['partly on it', [170, 180], 2],
  ['wholly beyond its end', [180, 180], 1],
] as const)('a dial draws a spread only if part of it is on the dial: %s', (_, spread, paths) => {
  const { container } = render(
    <Dial
      arcs={[{ fromDegrees: 0, toDegrees: 180, colour: 'yellow', isActive: false }]}
      number="212"
      reading={{ angle: null, spread }}
    />,
  );
  expect(container.querySelectorAll('svg > path')).toHaveLength(paths);
});
