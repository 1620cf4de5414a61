// SPDX-License-Identifier: Apache-2.0
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { formatMoment } from '../../i18n/moment-locale.ts';
import { renderScreen, untilShown } from '../../testing/render-screen.test-support.tsx';
import { HistoryScreen } from './HistoryScreen.tsx';

vi.mock('../../i18n/moment-locale.ts', { spy: true });
afterEach(() => vi.unstubAllGlobals());

test('loading more measurements does not render the existing ones again', async () => {
  const item = (at: number) => ({
    ID: String(at),
    StudyID: '',
    Created: at,
    Completed: at,
    Multiplier: 1,
    Channels: {},
  });
  const all = Array.from({ length: 60 }, (_, at) => item(Date.UTC(2026, 0, 1) - at * 86_400_000));
  vi.stubGlobal('fetch', (address: string) => {
    const { searchParams } = new URL(address, 'http://localhost');
    const offset = Number(searchParams.get('offset'));
    const items = all.slice(offset, offset + 50);
    return Promise.resolve(Response.json({ items, total: all.length, storing: true }));
  });
  const shown = (): number => document.querySelectorAll('main li').length;
  await renderScreen(<HistoryScreen />, ({ token }) => {
    vi.spyOn(token, 'get').mockResolvedValue('token');
  });
  await untilShown(() => shown() === 50);
  vi.mocked(formatMoment).mockClear();
  fireEvent.click(screen.getByText('Show more'));
  await untilShown(() => shown() === 60);
  expect(formatMoment).toHaveBeenCalledTimes(10);
});
