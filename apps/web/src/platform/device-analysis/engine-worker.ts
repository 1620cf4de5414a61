// SPDX-License-Identifier: Apache-2.0
/** The worker that measures on this device: the service's own engine, without any network code. */
import { PayloadAnalysis } from '@perfuse/vitals';
import type { EngineCommand, EngineReport } from './messages.ts';

let current: { readonly id: string; readonly analysis: PayloadAnalysis } | null = null;

const tell = (report: EngineReport): void => self.postMessage(report);

function answer({ measurementId, index, payload, last }: EngineCommand & { type: 'chunk' }): void {
  if (current?.id !== measurementId) return;
  const beganMs = performance.now();
  let channels = null;
  let message = '';
  try {
    current.analysis.add(payload);
    channels = current.analysis.answer(!last);
  } catch (error) {
    message = String(error);
  }
  const tookMs = performance.now() - beganMs;
  tell({ type: 'answer', measurementId, index, channels, message, tookMs });
}

function begin({ measurementId, whoRegion }: EngineCommand & { type: 'begin' }): void {
  current = { id: measurementId, analysis: new PayloadAnalysis({ whoRegion }) };
}

// Only this app's own page can send messages here.
self.addEventListener('message', ({ data }: MessageEvent<EngineCommand>) => {
  if (data.type === 'forget') current = null;
  else if (data.type === 'chunk') answer(data);
  else begin(data);
});

tell({ type: 'ready' });
