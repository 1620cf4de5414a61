// SPDX-License-Identifier: Apache-2.0
import { plannedMeasurements, type Protocol } from '@perfuse/contract/study/protocol';
import { BUILD } from '../../../config/build.ts';
import { newId } from '../../../platform/browser/new-id.ts';
import type { KeptSession } from '../../../platform/study-store/study-store.ts';

export interface Participation {
  readonly participant: string;
  readonly language: string;
  readonly agreedMs: number;
  readonly skinTone: number | null;
}

const deviceFacts = () => ({
  userAgent: navigator.userAgent.slice(0, 500),
  language: navigator.language,
  processors: navigator.hardwareConcurrency,
  screen: {
    width: window.screen.width,
    height: window.screen.height,
    pixelRatio: window.devicePixelRatio,
  },
});

/** A session that begins now, without measurements. */
export const newSession = (
  { participant, language, agreedMs, skinTone }: Participation,
  protocol: Protocol,
  startedMs: number,
): KeptSession => ({
  head: {
    format: 'perfuse-study-session',
    version: 1,
    id: newId(),
    participant,
    startedMs,
    app: BUILD.version,
    consent: { atMs: agreedMs, language },
    skinTone,
    device: deviceFacts(),
    protocol,
    plan: plannedMeasurements(protocol, Math.random),
  },
  measurements: new Map(),
});
