// SPDX-License-Identifier: Apache-2.0
import { fireEvent, screen, within } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { formatMoment } from '../../i18n/moment-locale.ts';
import { renderScreen, untilShown } from '../../testing/render-screen.test-support.tsx';
import { HistoryScreen } from './HistoryScreen.tsx';

vi.mock('../../i18n/moment-locale.ts', { spy: true });
afterEach(() => vi.unstubAllGlobals());

const item = (at: number) => ({
  ID: String(at),
  StudyID: '',
  Created: at,
  Completed: at,
  Multiplier: 1,
  Channels: {},
});
const shown = (): number => document.querySelectorAll('main li').length;

/** Opens the screen of a person with so many measurements; the service knows none of those to be deleted. */
async function open(count: number, fallback: ReactNode = null): Promise<void> {
  const all = Array.from({ length: count }, (_, at) =>
    item(Date.UTC(2026, 0, 1) - at * 86_400_000),
  );
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    if (method === 'DELETE') {
      return Promise.resolve(Response.json({ Code: 'NOT_FOUND', Message: '' }, { status: 404 }));
    }
    const { searchParams } = new URL(address, 'http://localhost');
    const offset = Number(searchParams.get('offset'));
    const items = all.slice(offset, offset + 50);
    return Promise.resolve(Response.json({ items, total: all.length, storing: true }));
  });
  await renderScreen(
    <Suspense fallback={fallback}>
      <HistoryScreen />
    </Suspense>,
    ({ token }) => {
      vi.spyOn(token, 'get').mockResolvedValue('token');
    },
  );
  await untilShown(() => shown() === Math.min(count, 50));
}

test('once its heading has the focus, the screen is not hidden until texts are loaded', async () => {
  const wasHidden = vi.fn();
  function Fallback(): ReactNode {
    if (document.querySelector('h1') !== null) wasHidden();
    return null;
  }
  await open(1, <Fallback />);
  expect(wasHidden).not.toHaveBeenCalled();
});

test('a measurement that another window has deleted disappears when it is deleted here', async () => {
  await open(2);
  fireEvent.click(screen.getAllByText('Delete')[0] ?? document.body);
  fireEvent.click(await within(await screen.findByRole('alertdialog')).findByText('Delete'));
  await untilShown(() => shown() === 1);
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
});

test('loading more measurements does not render the existing ones again', async () => {
  await open(60);
  vi.mocked(formatMoment).mockClear();
  fireEvent.click(screen.getByText('Show more'));
  await untilShown(() => shown() === 60);
  expect(formatMoment).toHaveBeenCalledTimes(10);
});
