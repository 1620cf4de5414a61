// SPDX-License-Identifier: Apache-2.0
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.test-support.tsx';
import { qrPath } from '@perfuse/ui/graphics/qr-path.ts';
import { StoreLinks, type StoreLinksProps } from './StoreLinks.tsx';

const STORES = {
  apple: 'https://apps.example.com/perfuse',
  cnApple: 'https://apps.example.cn/perfuse',
  cnMarket: 'https://market.example.cn/perfuse',
};
const show = (props: StoreLinksProps) =>
  renderScreen(
    <>
      <h1>Results</h1>
      <StoreLinks {...props} />
    </>,
  );
const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

describe('store links', () => {
  test.each([
    [undefined, false],
    [{}, false],
    [{ cnApple: STORES.cnApple }, false],
    [{ apple: STORES.apple }, true],
  ])('of %j are hidden when none is for this region', async (stores, isChina) => {
    await show({ stores, isChina });
    expect(links()).toEqual([]);
    expect(screen.getAllByRole('heading')).toHaveLength(1);
  });

  test('open in a new tab without an opener or a referrer', async () => {
    await show({ stores: STORES, isChina: false });
    expect(links()).toEqual([STORES.apple]);
    const [link] = screen.getAllByRole('link');
    expect(link?.getAttribute('target')).toBe('_blank');
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer');
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('are also shown as QR codes in the China region', async () => {
    await show({ stores: STORES, isChina: true });
    expect(links()).toEqual([STORES.cnApple, STORES.cnMarket]);
    expect(screen.getAllByRole('img', { name: /QR code/ })).toHaveLength(2);
  });
});

test('a QR code has a quiet zone and finder patterns in three corners', () => {
  const { path, size } = qrPath(STORES.cnApple);
  expect((size - 8 - 17) % 4).toBe(0);
  for (const corner of ['M4 4h', `M${String(size - 5)} 4h`, `M4 ${String(size - 5)}h`]) {
    expect(path).toContain(corner);
  }
  expect(path).not.toContain('M3 ');
});
