// SPDX-License-Identifier: Apache-2.0
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Stars } from './Stars.tsx';
import styles from './Stars.module.css';

test.each([
  [-1, 0],
  [0, 0],
  [0.49, 0],
  [0.5, 1],
  [2.4, 2],
  [2.5, 3],
  [4.5, 5],
  [5, 5],
  [7, 5],
])('%d shows as %d of five stars, the first ones filled', (count, filled) => {
  const { container } = render(<Stars count={count} />);
  const isFilled = [...container.querySelectorAll('svg')].map((star) =>
    star.classList.contains(styles['filled'] ?? ''),
  );
  expect(isFilled).toEqual([1, 2, 3, 4, 5].map((star) => star <= filled));
});
