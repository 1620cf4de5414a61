// SPDX-License-Identifier: Apache-2.0
import { renderHook } from '@testing-library/react';
import i18next, { type ResourceKey } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import type english from '@perfuse/locales/en/results.json';
import { METRICS, type MetricId } from '../../../metrics/metrics.ts';
import { useMetricText } from './use-metric-text.ts';

const files = import.meta.glob<ResourceKey>('../../../../../../packages/locales/*/results.json', {
  import: 'default',
  eager: true,
});

const bands = import.meta.glob<typeof english>(
  '../../../../../../packages/locales/*/results.json',
  { import: 'default', eager: true },
);

async function written(language: string, id: MetricId, value: number): Promise<string> {
  const i18n = i18next.createInstance();
  await i18n.use(initReactI18next).init({
    lng: language,
    resources: {
      [language]: {
        results: files[`../../../../../../packages/locales/${language}/results.json`] ?? {},
      },
    },
    interpolation: { escapeValue: false },
  });
  const wrapper = ({ children }: { readonly children: ReactNode }): ReactNode => (
    <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
  );
  return renderHook(useMetricText, { wrapper }).result.current(METRICS[id], value);
}

test.each([
  ['en', 'heartRate', 66.5, '67 bpm'],
  ['en', 'irregularBeats', 0, '0 beats'],
  ['en', 'irregularBeats', 1, '1 beat'],
  ['de', 'irregularBeats', 1, '1 Schlag'],
  ['de', 'heartRateVariability', 41.84, '41,8 ms'],
  ['fr', 'irregularBeats', 0, '0 battement'],
  ['fr', 'irregularBeats', 2, '2 battements'],
  ['es', 'heartRate', 66, '66 lpm'],
  ['it', 'cardiacWorkload', 3.9, '3,90'],
  ['pt', 'bodyShapeIndex', 8.05, '8,1'],
  ['pt-BR', 'waistToHeight', 53.36, '53,4%'],
  ['ja', 'heartRate', 66, '66拍/分'],
  ['ja', 'systolic', 121.5, '122 mmHg'],
  ['zh-Hans', 'breathing', 14, '14 次/分'],
  ['zh-Hans', 'strokeRisk', 2.5, '3%'],
  ['de', 'strokeRisk', 2.5, '3\u00a0%'],
] as const)('in %s a %s of %d is written %s', async (language, id, value, text) => {
  expect(await written(language, id, value)).toBe(text);
});

test.each(Object.entries(bands))(
  "the band 'raised' is not softened to 'slightly raised': %s",
  (_, { band }) => {
    expect(band.raised).not.toMatch(/un peu|algo|un po|um pouco|etwas|slightly|mildly/i);
  },
);
