// SPDX-License-Identifier: Apache-2.0
// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../app/render-screen.test-support.tsx';
import type { MeasurementOutcome } from '../../app/session/measurement-result.ts';
import { ResultsScreen } from './ResultsScreen.tsx';

const OUTCOME: MeasurementOutcome = {
  measurementId: 'm1',
  status: 'measured',
  snr: 7.42,
  stars: 3,
  frames: { seen: 900, dropped: 0, rate: 30 },
  channels: {
    HR_BPM: {
      value: 66.6,
      unit: 'bpm',
      kind: 'measured',
      source: 'pos+chrom+green',
      quality: 0.8,
      uncertainty: 1.44,
    },
    HRV_SDNN: { value: 41.84, unit: 'ms', kind: 'measured', source: 'sdnn' },
    IHB_COUNT: {
      value: null,
      unit: 'beats',
      kind: 'missing',
      source: '',
      reason: 'low-signal',
    },
  },
  finishedAt: Date.UTC(2026, 10, 21, 12),
};

const open = (change: Partial<MeasurementOutcome> = {}) =>
  renderScreen(<ResultsScreen />, ({ session }) =>
    session.getState().finishMeasurement({ ...OUTCOME, ...change }),
  );

test('a value shows its number, unit, place, uncertainty and kind', async () => {
  await open();
  const card = within(screen.getByRole('article', { name: 'Heart rate' }));
  expect(card.getByText('67')).toBeTruthy();
  expect(card.getByText('bpm')).toBeTruthy();
  expect(card.getByText('give or take 1.4')).toBeTruthy();
  expect(card.getByText('Measured')).toBeTruthy();
  const meter = card.getByRole('meter', { name: 'Heart rate' });
  expect(meter.getAttribute('aria-valuetext')).toBe('67, In the usual range');
});

test('heart rate variability has one decimal', async () => {
  await open();
  const card = within(screen.getByRole('article', { name: 'Heart rate variability' }));
  expect(card.getByText('41.8')).toBeTruthy();
});

test('a missing value is a question mark with its reason, without a range', async () => {
  await open();
  const card = within(screen.getByRole('article', { name: 'Irregular heartbeats' }));
  expect(card.getByText('?')).toBeTruthy();
  expect(card.getByText(/pulse signal was too weak/)).toBeTruthy();
  expect(card.queryByRole('meter')).toBeNull();
});

test('the signal badge shows dB and stars, and a press explains them', async () => {
  await open();
  const badge = screen.getByRole('button', { name: /Signal 7\.4 dB/ });
  expect(within(badge).getByRole('img', { name: '3 of 5 stars' })).toBeTruthy();
  const help = screen.getByText(/How clearly your pulse stood out/);
  expect(help.hidden).toBe(true);
  fireEvent.click(badge);
  expect(help.hidden).toBe(false);
  fireEvent.click(badge);
  expect(help.hidden).toBe(true);
});

test('the info of a value says how it came about', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'About Heart rate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Heart rate' }));
  expect(dialog.getByText('pos+chrom+green')).toBeTruthy();
  expect(dialog.getByText(/read from the pulse signal/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without a valid signal there is no number, but tips', async () => {
  await open({ status: 'refused', snr: -100, stars: 0 });
  expect(screen.getByRole('heading', { name: 'No result this time' })).toBeTruthy();
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.getByText('Signal -100 dB')).toBeTruthy();
  for (const tip of ['Light and camera', 'Face free', 'Stay still']) {
    expect(screen.getByRole('heading', { name: tip })).toBeTruthy();
  }
});

test('a failure says what happened and shows its code', async () => {
  await open({ status: 'failed', error: 'NETWORK_ERROR', snr: null });
  expect(screen.getByText(/connection to the analysis was lost/)).toBeTruthy();
  expect(screen.getByText('NETWORK_ERROR')).toBeTruthy();
});

test('measuring again leads to the camera', async () => {
  const { place } = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Measure again' }));
  expect(place()).toBe('/measurement');
});

test('the disclaimer is always there', async () => {
  await open({ status: 'refused', snr: null });
  expect(screen.getByText(/is not a medical device/)).toBeTruthy();
});
