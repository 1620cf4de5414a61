// SPDX-License-Identifier: Apache-2.0
import './texts.ts';
import { NOT_READY, type MeasurementContext, type Phase } from '@perfuse/flow';
import { fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createServices } from '../../services/services.ts';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { studyOf, type Study } from './model/study.ts';
import { SessionView } from './SessionView.tsx';
import { StudyContext } from './use-study.ts';

/** The page's study with an open session whose measurement is in this phase. */
async function filming(
  phase: Phase,
  context: Partial<MeasurementContext> = {},
  pauseS = 0,
): Promise<Study> {
  const study = studyOf(createServices());
  const { actor } = study.filming;
  onTestFinished(() => {
    actor.stop();
  });
  study.keepProtocol({
    ...study.store.getState().protocol,
    steps: [{ condition: 'rest', pauseS, repetitions: 1 }],
  });
  await study.begin({ participant: 'P-01', language: 'en', agreedMs: 1, skinTone: null });
  const before = actor.getSnapshot();
  const snapshot = {
    ...before,
    context: { ...before.context, ...context },
    hasTag: (tag: Phase) => tag === phase,
  };
  vi.spyOn(actor, 'getSnapshot').mockReturnValue(snapshot);
  return study;
}

const open = async (study: Study): Promise<void> => {
  await renderScreen(
    <StudyContext value={study}>
      <SessionView />
    </StudyContext>,
  );
};

async function show(study: Study): Promise<void> {
  await open(study);
  fireEvent.click(screen.getByRole('button', { name: 'Continue without a sensor' }));
  await screen.findByRole('heading', { name: 'Measurement 1 of 1' });
}

test.each(['analysing', 'done'] as const)(
  'in the phase %s no measured heart rate is shown',
  async (phase) => {
    await show(await filming(phase));
    expect(document.querySelector('[data-part=guide]')).not.toBeNull();
    expect(document.querySelector('[data-kind=heart]')).toBeNull();
  },
);

test('a measurement cannot be cancelled after filming', async () => {
  await show(await filming('analysing'));
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});

test('a measurement can be cancelled during filming', async () => {
  await show(await filming('measuring'));
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
});

test('screen readers are told what to change and how long it takes', async () => {
  const last = {
    ...{ found: true, centreX: 0.5, centreY: 0.375, width: 0.06, aspect: 0.75 },
    ...{ yaw: 0, pitch: 0, roll: 0, luma: 120, facesSeen: 40 },
  };
  const readiness = { ...NOT_READY, reason: 'too-far', last } as const;
  await show(await filming('measuring', { secondsLeft: 14, readiness }));
  const told = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(told).toContain('Come a little closer.');
  expect(told).toContain('15 seconds left');
});

test('the end of a pause is announced', async () => {
  const now = vi.spyOn(performance, 'now');
  onTestFinished(() => {
    now.mockRestore();
  });
  now.mockReturnValue(0);
  await show(await filming('idle', {}, 60));
  const told = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(screen.getByRole('timer').textContent).toBe('Pause: 60 s left');
  expect(told()).not.toContain('The pause is over.');
  now.mockReturnValue(60_000);
  await expect.poll(told).toContain('The pause is over.');
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
});

test('a browser without Bluetooth is told which ones support it', async () => {
  await open(await filming('idle'));
  expect(screen.getByRole('alert').textContent).toMatch(/Windows.*On Linux.*#enable-web-bluetooth/);
});
