// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_PROTOCOL, plannedMeasurements } from '@perfuse/contract/study/protocol';
import type { SessionHead } from '../../../platform/study-store/study-store.ts';

export const HEAD: SessionHead = {
  format: 'perfuse-study-session',
  version: 1,
  id: '01234567-89ab-4def-8123-456789abcdef',
  participant: 'P-01',
  startedMs: Date.UTC(2026, 0, 31),
  app: '0.1.0',
  consent: { atMs: 1, language: 'en' },
  skinTone: 7,
  device: {
    userAgent: 'a browser',
    language: 'en',
    processors: 8,
    screen: { width: 390, height: 844, pixelRatio: 3 },
  },
  protocol: DEFAULT_PROTOCOL,
  plan: plannedMeasurements(DEFAULT_PROTOCOL, () => 0),
};
