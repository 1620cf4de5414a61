// SPDX-License-Identifier: Apache-2.0
import type { SensorEvent, SensorSample } from '@perfuse/contract/study/session-file';
import { describe, expect, it } from 'vitest';
import { createSensor, RECONNECT_MS } from './sensor.ts';
import { named, strapOf, until, type PlayedPeripheral } from './played-bluetooth.test-support.ts';

const HEART_RATE = 0x180d;
const OXIMETER = 0x1822;

function page(peripheral: PlayedPeripheral, refusal: Error | null = null, isOn = true) {
  let atMs = 1000;
  const waits: number[] = [];
  const sensor = createSensor({
    bluetooth: {
      getAvailability: () => Promise.resolve(isOn),
      requestDevice: () =>
        refusal === null ? Promise.resolve(peripheral) : Promise.reject(refusal),
    },
    clock: () => (atMs += 1),
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    log: () => undefined,
  });
  const samples: SensorSample[] = [];
  const events: SensorEvent['what'][] = [];
  sensor.subscribe({
    onSample: (sample) => samples.push(sample),
    onEvent: ({ what }) => events.push(what),
  });
  const phase = () => sensor.store.getState().phase;
  return { sensor, samples, events, waits, phase };
}

describe('a sensor', () => {
  it('that is chosen is connected, and reports each sample with its arrival time', async () => {
    const strap = strapOf(HEART_RATE);
    const { sensor, samples, events, phase } = page(strap);
    await sensor.choose();
    expect(phase()).toBe('connected');
    expect(sensor.store.getState()).toMatchObject({ name: 'Strap', kind: 'heart-rate' });
    strap.notify(0b10110, 72, 0x55, 0x03);
    expect(samples).toMatchObject([{ bpm: 72, contact: 'on', intervalsMs: [833.0078125] }]);
    expect(samples[0]?.atMs).toBeGreaterThan(1000);
    expect(sensor.store.getState()).toMatchObject({ sendsIntervals: true, unread: 0 });
    expect(events).toEqual(['connected']);
  });

  it('that sends no intervals is reported as such', async () => {
    const strap = strapOf(HEART_RATE);
    const { sensor, samples } = page(strap);
    await sensor.choose();
    strap.notify(0, 64);
    expect(samples).toMatchObject([{ bpm: 64, contact: 'unknown', intervalsMs: [] }]);
    expect(sensor.store.getState().sendsIntervals).toBe(false);
  });

  it('that finds no pulse has no heart rate, and reports missing skin contact', async () => {
    const strap = strapOf(HEART_RATE);
    const { sensor, samples } = page(strap);
    await sensor.choose();
    strap.notify(0b100, 0);
    expect(samples).toMatchObject([{ bpm: null, contact: 'off' }]);
  });

  it('may be an oximeter', async () => {
    const oximeter = strapOf(OXIMETER);
    const { sensor, samples } = page(oximeter);
    await sensor.choose();
    oximeter.notify(0, 97, 0, 64, 0);
    expect(sensor.store.getState().kind).toBe('oximeter');
    expect(samples).toMatchObject([{ bpm: 64, spo2: 97, isDoubtful: false }]);
  });

  it('counts a truncated notification as unread, and continues', async () => {
    const strap = strapOf(HEART_RATE);
    const { sensor, samples } = page(strap);
    await sensor.choose();
    strap.notify(0b10000, 72, 0x55);
    strap.notify(0, 73);
    expect(sensor.store.getState().unread).toBe(1);
    expect(samples).toMatchObject([{ bpm: 73 }]);
  });

  it('that is lost is reconnected, and reports each sample only once', async () => {
    const strap = strapOf(HEART_RATE);
    const { sensor, samples, events, waits, phase } = page(strap);
    await sensor.choose();
    strap.refusals = 2;
    strap.drop();
    expect(phase()).toBe('lost');
    expect(sensor.store.getState().sample).toBeNull();
    await until(() => phase() === 'connected');
    expect(waits).toEqual([RECONNECT_MS, RECONNECT_MS]);
    strap.notify(0, 70);
    expect(samples).toHaveLength(1);
    strap.drop();
    await until(() => phase() === 'connected');
    expect(events).toEqual(['connected', 'lost', 'connected', 'lost', 'connected']);
  });

  it('that is forgotten is disconnected and not reconnected', async () => {
    const strap = strapOf(HEART_RATE);
    const { sensor, samples, phase, events } = page(strap);
    await sensor.choose();
    sensor.forget();
    expect(phase()).toBe('none');
    strap.notify(0, 70);
    expect(samples).toEqual([]);
    expect(events).toEqual(['connected']);
    expect(strap.gatt.connected).toBe(false);
  });

  it('that sends no heart rate is unsuitable', async () => {
    const { sensor, phase } = page(strapOf(0x180f));
    await sensor.choose();
    expect(phase()).toBe('unsuitable');
    expect(sensor.store.getState().name).toBe('Strap');
  });

  it.each([
    ['nothing is chosen', named('NotFoundError'), true, 'none'],
    ['it is forbidden', named('SecurityError'), true, 'denied'],
    ['the permission is denied', named('NotAllowedError'), true, 'denied'],
    ['Bluetooth is switched off', named('NotFoundError'), false, 'off'],
  ])('is not connected when %s', async (_, refusal, isOn, expected) => {
    const { sensor, phase } = page(strapOf(HEART_RATE), refusal, isOn);
    await sensor.choose();
    expect(phase()).toBe(expected);
  });

  it('is unsupported in a browser without Bluetooth', async () => {
    const sensor = createSensor({
      bluetooth: null,
      clock: () => 0,
      wait: () => Promise.resolve(),
      log: () => undefined,
    });
    await sensor.choose();
    expect(sensor.store.getState().phase).toBe('unsupported');
  });
});
