// SPDX-License-Identifier: Apache-2.0
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import type { MeasurementOutcome } from '../../session/measurement-result.ts';
import { METRICS } from '../../metrics/metrics.ts';
import { PhoneHeader } from './layout/PhoneHeader.tsx';
import { NoSignal } from './notices/NoSignal.tsx';
import { MetricDial } from './metric/MetricDial.tsx';
import { ResultsPage } from './ResultsPage.tsx';
import { ResultsScreen } from './ResultsScreen.tsx';
import { ALL_RESULTS } from './model/results-settings.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

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

test('a value shows its number, unit, band, uncertainty and kind', async () => {
  await open();
  const card = within(screen.getByRole('article', { name: 'Heart rate' }));
  expect(card.getByText('67')).toBeTruthy();
  expect(card.getByText('bpm')).toBeTruthy();
  expect(card.getByText('± 1.4')).toBeTruthy();
  expect(card.getByText('Measured')).toBeTruthy();
  expect(card.getByText('In the usual range')).toBeTruthy();
});

test('every number is text that screen readers read, not a part of a gauge, on cards and on dials', async () => {
  // The children of a meter are presentational, and not every screen reader reads its value.
  const hidden = '[role="meter"], [role="img"], [aria-hidden="true"], [hidden]';
  const isRead = (number: string): boolean => screen.getByText(number).closest(hidden) === null;
  const score = { value: 74, unit: '0-100', kind: 'derived', source: 'le8' } as const;
  await open({ channels: { ...OUTCOME.channels, HEALTH_SCORE: score } });
  expect(['67', '41.8', '74'].filter(isRead)).toEqual(['67', '41.8', '74']);
  cleanup();
  const view = { id: 'heartRate', channel: { ...score, unit: 'bpm', kind: 'measured' } } as const;
  await renderScreen(<MetricDial view={view} isWide={false} hasGauge />);
  expect(isRead('74')).toBe(true);
});

test('heart rate variability has one decimal', async () => {
  await open();
  const card = within(screen.getByRole('article', { name: 'Heart rate variability' }));
  expect(card.getByText('41.8')).toBeTruthy();
});

test('a value next to the edge of its band has one more decimal, on cards and on dials', async () => {
  const bmi = { value: 24.96, unit: 'kg/m2', kind: 'derived', source: 'definition' } as const;
  await open({ channels: { BMI_CALC: bmi } });
  const card = within(screen.getByRole('article', { name: 'Body mass index' }));
  expect(card.getByText('24.96')).toBeTruthy();
  expect(card.getByText('Optimal')).toBeTruthy();
  cleanup();
  const view = { id: 'bodyMassIndex', channel: bmi } as const;
  await renderScreen(<MetricDial view={view} isWide={false} hasGauge />);
  expect(screen.getByText('24.96')).toBeTruthy();
});

const EXPECTED = {
  value: 119.97,
  unit: 'mmHg',
  kind: 'estimated',
  uncertainty: 14.9,
  source: 'own_nhanes_expected_bp_v1',
} as const;

test('a blood pressure that is only expected is not rated, on cards and on dials', async () => {
  const check = (): void => {
    const card = within(screen.getByRole('article', { name: 'Systolic blood pressure' }));
    expect(card.getByText('120')).toBeTruthy();
    expect(card.getByText('± 15')).toBeTruthy();
    expect(card.getByText('Expected for your profile')).toBeTruthy();
    expect(
      card.getByText('Two out of three people with your profile: 105 mmHg to 135 mmHg'),
    ).toBeTruthy();
    expect(card.queryByText(/Optimal|Good|Borderline|Raised|High|Low/)).toBeNull();
    const gauge = document.querySelector('article [data-part="range"], [data-part="dial"]');
    expect(gauge?.outerHTML).not.toMatch(/band-(?:green|yellow|red)/);
  };
  await open({ channels: { BP_SYSTOLIC: EXPECTED } });
  check();
  cleanup();
  const view = { id: 'systolic', channel: EXPECTED } as const;
  await renderScreen(<MetricDial view={view} isWide={false} hasGauge />);
  check();
});

test('a body mass index below 18 years has no rating and no colour, on cards and on dials', async () => {
  const teen = {
    value: 26.4,
    unit: 'kg/m2',
    kind: 'derived',
    source: 'kg_per_m2',
    reason: 'ranges-for-adults',
  } as const;
  const check = (): void => {
    const card = screen.getByRole('article', { name: 'Body mass index' });
    expect(card.textContent).toContain('26kg/m²');
    expect(card.textContent).toContain('Not rated: the ranges are for adults.');
    expect(card.textContent).not.toMatch(/Optimal|Borderline|Raised|High|Low/);
    expect(
      card.querySelector('[data-part="range"], [data-part="dial"], [class*="band"], [data-colour]'),
    ).toBeNull();
  };
  await open({ channels: { BMI_CALC: teen } });
  check();
  cleanup();
  await renderScreen(
    <MetricDial view={{ id: 'bodyMassIndex', channel: teen }} isWide={false} hasGauge />,
  );
  check();
});

test('a blood pressure that the user typed is labelled as entered, and has its band', async () => {
  const typed = { value: 134, unit: 'mmHg', kind: 'derived', source: 'cuff_reading' } as const;
  await open({ channels: { BP_SYSTOLIC: typed } });
  const card = within(screen.getByRole('article', { name: 'Systolic blood pressure' }));
  expect(card.getByText('Entered by you')).toBeTruthy();
  expect(card.getByText('Raised')).toBeTruthy();
});

test.each([
  ['HR_BPM', 'Heart rate', 121, 'measured', 'pos', /call your emergency number immediately/],
  ['HR_BPM', 'Heart rate', 39, 'measured', 'pos', /call your emergency number immediately/],
  ['BR_BPM', 'Breathing rate', 25, 'measured', 'rifv', /a doctor or your emergency number/],
  ['BP_SYSTOLIC', 'Systolic blood pressure', 180, 'derived', 'cuff_reading', /a doctor today/],
  ['BP_DIASTOLIC', 'Diastolic blood pressure', 120, 'derived', 'cuff_reading', /a doctor today/],
] as const)(
  '%s (%s) of %d shows advice on what to do',
  async (code, name, value, kind, source, words) => {
    await open({ channels: { [code]: { value, unit: '', kind, source } } });
    const card = within(screen.getByRole('article', { name }));
    expect(await card.findByText(words)).toBeTruthy();
  },
);

test('a missing value is shown as a question mark with its reason, without a range', async () => {
  await open();
  const card = within(screen.getByRole('article', { name: 'Irregular heartbeats' }));
  expect(card.getByText('?')).toBeTruthy();
  expect(card.getByText(/pulse signal was too weak/)).toBeTruthy();
  expect(document.querySelector('[data-metric="irregularBeats"] [data-part="range"]')).toBeNull();
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

test('the info of a value says how it was obtained', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'About Heart rate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Heart rate' }));
  const [origin] = await dialog.findAllByText(/calculated from the pulse/);
  expect(origin).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without a valid signal there are tips instead of values', async () => {
  await open({ status: 'refused', snr: -100, stars: 0 });
  expect(screen.getByRole('heading', { name: 'No result this time' })).toBeTruthy();
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.getByText('Signal −100 dB')).toBeTruthy();
  for (const section of ['Vital signs', 'Overall wellness']) {
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: `${section} No result` }).disabled,
    ).toBe(true);
  }
  for (const tip of ['Light and camera', 'Keep your face clear', 'Stay still']) {
    expect(screen.getByRole('heading', { name: tip })).toBeTruthy();
  }
});

test('an interrupted attempt leaves the last good result on the screen', async () => {
  await renderScreen(<ResultsScreen />, ({ session }) => {
    session.getState().finishMeasurement(OUTCOME);
    session.getState().finishMeasurement({ ...OUTCOME, status: 'failed', error: 'TAB_HIDDEN' });
  });
  expect(screen.getByRole('heading', { name: 'Your results' })).toBeTruthy();
  expect(screen.getByRole('article', { name: 'Heart rate' })).toBeTruthy();
  expect(document.body.textContent).not.toContain('TAB_HIDDEN');
});

test('an interrupted attempt shows nothing where there is no earlier result', async () => {
  await open({ status: 'failed', error: 'TAB_HIDDEN', snr: null });
  expect(screen.getByRole('heading', { name: 'No results yet' })).toBeTruthy();
  expect(document.body.textContent).not.toContain('TAB_HIDDEN');
});

test('a measurement without a signal links back to the last good result', async () => {
  await renderScreen(<ResultsScreen />, ({ session }) => {
    session.getState().finishMeasurement(OUTCOME);
    session.getState().finishMeasurement({ ...OUTCOME, status: 'refused', snr: -2 });
    session.getState().finishMeasurement({ ...OUTCOME, status: 'refused', snr: -3 });
  });
  expect(screen.getByRole('heading', { name: 'No result this time' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Show the results of November 21, 2026/ }));
  expect(await screen.findByRole('article', { name: 'Heart rate' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Your results' })).toBeTruthy();
});

test('measuring again leads to the camera', async () => {
  const { place } = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Measure again' }));
  expect(place()).toBe('/measurement');
});

test('the disclaimer is always shown', async () => {
  await open({ status: 'refused', snr: null });
  expect(screen.getByText(/is not a medical device/)).toBeTruthy();
  expect(screen.queryByText(/these (numbers|values)/)).toBeNull();
});

test('every metric of every section is shown with its kind, whether it was sent or not', async () => {
  await open();
  const cards = screen.getAllByRole('article');
  expect(cards).toHaveLength(Object.keys(METRICS).length);
  for (const card of cards) {
    expect(card.textContent).toMatch(/Measured|Derived|Estimated|No value/);
  }
  expect(screen.getByRole('button', { name: 'Vital signs 1 of 5 values' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Stress 0 of 1 value' })).toBeTruthy();
});

test('facial skin age is listed once as unavailable and not counted among the values', async () => {
  const absent = { value: null, unit: '', kind: 'missing', source: '' } as const;
  await open({
    channels: {
      BMI_CALC: { value: 23.4, unit: 'kg/m2', kind: 'derived', source: 'definition' },
      AGE: { ...absent, reason: 'no-method' },
      ABSI: { ...absent, reason: 'no-waist' },
    },
  });
  expect(screen.getByRole('button', { name: 'Body 1 of 3 values' })).toBeTruthy();
  expect(screen.queryByRole('article', { name: 'Facial skin age' })).toBeNull();
  const closed = await screen.findByRole('button', { name: 'Not available here' });
  expect(closed.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('heading', { name: 'Facial skin age' })).toBeNull();
  fireEvent.click(closed);
  expect(screen.getByRole('heading', { name: 'Facial skin age' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'About Facial skin age' }));
  expect(await screen.findByText(/no open, validated method/)).toBeTruthy();
});

test('the wellness score is a ring with its number and its band in words', async () => {
  const score = { value: 74, unit: '0-100', kind: 'derived', source: 'le8' } as const;
  await open({ channels: { HEALTH_SCORE: score } });
  const card = screen.getByRole('article', { name: 'Overall wellness score' });
  expect(card.querySelector('[data-part="ring"]')?.textContent).toBe('74');
  expect(within(card).getByText('Good')).toBeTruthy();
});

test('the knob of the ring has different positions at 0 and at 100', async () => {
  const places = [];
  for (const value of [0, 100]) {
    await open({
      channels: { HEALTH_SCORE: { value, unit: '0-100', kind: 'derived', source: 'le8' } },
    });
    places.push(document.querySelector('[data-part="ring"] g')?.getAttribute('style'));
    cleanup();
  }
  expect(places).toEqual(['--turn: 0deg;', '--turn: 342deg;']);
});

test.each([
  ['phone', 390, 'Rest the phone on something'],
  ['desktop', 1280, 'rest your arms'],
])('the tip to stay still is specific to a %s', async (_, width, words) => {
  vi.stubGlobal('innerWidth', width);
  await renderScreen(<NoSignal />);
  const tip = screen.getByRole('heading', { name: 'Stay still' }).parentElement;
  expect(tip?.textContent).toContain(words);
});

test('an organisation may hide the gauges; numbers, ratings and kinds stay', async () => {
  const settings = { ...ALL_RESULTS, hideHistograms: true };
  await renderScreen(<ResultsPage outcome={OUTCOME} settings={settings} />);
  const card = within(screen.getByRole('article', { name: 'Heart rate' }));
  expect(card.getByText('67')).toBeTruthy();
  expect(card.getByText('In the usual range')).toBeTruthy();
  expect(document.querySelector('[data-part="range"], [data-part="dial"]')).toBeNull();
});

test.each([
  [true, ['Skip to content', 'Done', 'My profile']],
  [false, ['Skip to content', 'Done']],
])(
  'the phone header links back, and to the profile where there is one (%s)',
  async (hasProfile, links) => {
    const { place } = await renderScreen(
      <PhoneHeader hasProfile={hasProfile} banner={<h1>Results</h1>} />,
    );
    const shown = screen.getAllByRole('link').map((link) => link.ariaLabel ?? link.textContent);
    expect(shown).toEqual(links);
    fireEvent.click(screen.getByRole('link', { name: 'Done' }));
    expect(place()).toBe('/measurement');
  },
);

test('without a measurement the screen says so and leads to one', async () => {
  const { place } = await renderScreen(<ResultsScreen />);
  expect(screen.getByRole('heading', { name: 'No results yet' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Measure now' }));
  expect(place()).toBe('/measurement');
});

test('results restored by a reload are labelled as such', async () => {
  await open({ finishedAt: performance.timeOrigin - 1 });
  expect(screen.getByText(/results of your last measurement/)).toBeTruthy();
  cleanup();
  await open({ finishedAt: performance.timeOrigin + 1 });
  expect(screen.queryByText(/results of your last measurement/)).toBeNull();
});

test('a section can be collapsed and expanded again', async () => {
  await open();
  const section = screen.getByRole('button', { name: /^Vital signs/ });
  fireEvent.click(section);
  expect(section.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('article', { name: 'Heart rate' })).toBeNull();
  fireEvent.click(section);
  expect(screen.getByRole('article', { name: 'Heart rate' })).toBeTruthy();
});
