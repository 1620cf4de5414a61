// SPDX-License-Identifier: Apache-2.0
import { phaseOf } from '@perfuse/flow';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.test-support.tsx';
import { unansweredMeasurement } from '../model/measurement.test-support.ts';
import { MeasurementContext } from '../model/use-measurement.ts';
import { Actions } from './Actions.tsx';

const never = new Promise<never>(() => undefined);

/** Sets up a camera that never opens, and a clock that the test sets. */
async function setUp() {
  const measurement = unansweredMeasurement();
  vi.spyOn(measurement.camera, 'open').mockReturnValue(never);
  await renderScreen(
    <MeasurementContext value={measurement}>
      <h1>Measurement</h1>
      <Actions />
    </MeasurementContext>,
  );
  const clock = vi.spyOn(performance, 'now');
  const press = (name: string, atMs: number, pointerType: string, clientX = 100): void => {
    clock.mockReturnValue(atMs);
    const pointer = {
      pointerType,
      pointerId: 1,
      button: 0,
      width: 20,
      height: 20,
      pressure: 0.5,
      clientX,
      clientY: 500,
    };
    const button = screen.getByRole('button', { name });
    act(() => {
      fireEvent.pointerDown(button, { ...pointer, detail: 1 });
      fireEvent.pointerUp(button, { ...pointer, detail: 1 });
      fireEvent.click(button, { ...pointer, detail: 1 });
    });
  };
  const pressKey = (name: string, atMs: number): void => {
    clock.mockReturnValue(atMs);
    const button = screen.getByRole('button', { name });
    act(() => {
      fireEvent.keyDown(button, { key: 'Enter' });
      fireEvent.keyUp(button, { key: 'Enter' });
    });
  };
  return { press, pressKey, phase: () => phaseOf(measurement.actor.getSnapshot()) };
}

test.each(['touch', 'mouse', 'pen'])(
  'the second press of a double press does not undo the first: %s',
  async (pointer) => {
    const { press, phase } = await setUp();
    press('Start camera', 10_000, pointer);
    press('Cancel', 10_300, pointer);
    expect(phase()).toBe('starting');
    press('Cancel', 10_600, pointer);
    press('Start camera', 10_750, pointer);
    expect(phase()).toBe('idle');
  },
);

test('a press at another position counts at once', async () => {
  const { press, phase } = await setUp();
  press('Start camera', 10_000, 'mouse');
  press('Cancel', 10_100, 'mouse', 200);
  expect(phase()).toBe('idle');
  press('Start camera', 10_200, 'mouse');
  expect(phase()).toBe('starting');
});

test('a key press on the other button counts at once', async () => {
  const { pressKey, phase } = await setUp();
  pressKey('Start camera', 10_000);
  pressKey('Cancel', 10_100);
  expect(phase()).toBe('idle');
});
