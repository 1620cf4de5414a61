// SPDX-License-Identifier: Apache-2.0
import { screen, within } from '@testing-library/react';
import { encodeChannels } from '@perfuse/contract/results/message';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { launchedConfiguration } from '../../launch/launched.test-support.ts';
import type { SectionId } from '../../metrics/metrics.ts';
import { visitOf } from '../../launch/visit.ts';

beforeEach(() => {
  vi.resetModules();
  vi.doMock(import('../../config/build.ts'), async (original) => ({
    ...(await original()),
    EDITION: 'enterprise' as const,
  }));
});
afterEach(() => {
  vi.doUnmock('../../config/build.ts');
  vi.resetModules();
});

const item = (at: number) => ({
  ID: String(at),
  StudyID: '',
  Created: at,
  Completed: at,
  Multiplier: 1,
  Channels: encodeChannels({
    SNR: { value: 6, kind: 'measured', source: 'fused' },
    HR_BPM: { value: 66, kind: 'measured', source: 'pos' },
    MSI: { value: 2.2, kind: 'measured', source: 'baevsky' },
    BP_CVD: { value: 4, kind: 'estimated', source: 'who2019_nonlab' },
  }),
});

test.each<[listed: SectionId[] | undefined, names: string[]]>([
  [['mental'], ['Stress index']],
  [undefined, ['Heart rate', 'Stress index', 'Cardiovascular disease risk']],
])('past results of an organisation that lists %j have the values %j', async (listed, names) => {
  const { renderScreen } = await import('../../testing/render-screen.test-support.tsx');
  const { visitServicesOf } = await import('../../services/visit-services.ts');
  const { HistoryScreen } = await import('./HistoryScreen.tsx');
  vi.stubGlobal('fetch', () => {
    const items = [item(Date.UTC(2026, 0, 2)), item(Date.UTC(2026, 0, 1))];
    return Promise.resolve(Response.json({ items, total: 2, storing: true }));
  });
  await renderScreen(<HistoryScreen />, (services) => {
    vi.spyOn(services.token, 'get').mockResolvedValue('token');
    const launched = launchedConfiguration({}, { resultPages: listed });
    visitServicesOf(services).visit.setState(visitOf(launched));
  });
  const choice = await screen.findByLabelText('Show');
  const offered = within(choice).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(names);
  const measured = ['Heart rate', 'Breathing rate', 'Heart rate variability', 'Stress index'];
  const inList = screen.getAllByRole('term').map(({ textContent }) => textContent);
  const expected = listed === undefined ? measured : names;
  expect(inList).toEqual([...expected, ...expected]);
});
