// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeControls, PHONE_CAPABILITIES } from './fake-controls.test-support.ts';
import { createPictureControl, type PictureControl } from './picture-control.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

type Fake = ReturnType<typeof fakeControls>;
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** Passes the given number of frames of the face, each with the camera's settings at that time. */
async function film(control: PictureControl, fake: Fake, frames: number, rate = 30): Promise<void> {
  for (let frame = 0; frame < frames; frame += 1) {
    control.see(fake.seen(rate));
    await settle();
  }
}

async function locked(control: PictureControl, fake: Fake): Promise<void> {
  const locking = control.lock();
  await settle();
  await film(control, fake, 6);
  await vi.advanceTimersByTimeAsync(2000);
  await locking;
}

const HELD = {
  exposureMode: 'manual',
  exposureTime: 250,
  iso: 200,
  whiteBalanceMode: 'manual',
  colorTemperature: 4200,
  focusMode: 'manual',
  focusDistance: 0.4,
};
const FREE = {
  exposureMode: 'continuous',
  exposureCompensation: 0,
  whiteBalanceMode: 'continuous',
  focusMode: 'continuous',
};

describe('while the face is framed', () => {
  it('a dark face is made brighter, step by step, until it is bright enough', async () => {
    const fake = fakeControls({ luma: 50 });
    const control = createPictureControl(fake.track);
    await film(control, fake, 200);
    expect(fake.seen().luma).toBeGreaterThan(85);
    expect(fake.seen().luma).toBeLessThan(130);
    const changes = fake.asked.length;
    await film(control, fake, 200);
    expect(fake.asked).toHaveLength(changes);
  });

  it('dark skin with bright highlights is not made brighter', async () => {
    const fake = fakeControls({ luma: 55, shine: 165 });
    const control = createPictureControl(fake.track);
    await film(control, fake, 200);
    expect(fake.applyConstraints).not.toHaveBeenCalled();
  });

  it('a face whose red channel clips is made darker', async () => {
    const fake = fakeControls({ luma: 190, shine: 70 });
    const control = createPictureControl(fake.track);
    await film(control, fake, 300);
    expect(fake.seen().peak).toBeLessThan(246);
  });

  it('a camera that cannot get brighter is not adjusted further', async () => {
    const fake = fakeControls({ luma: 30 });
    const dark = { luma: 30, peak: 70, framesPerS: 30 };
    const control = createPictureControl(fake.track);
    for (let frame = 0; frame < 400; frame += 1) {
      control.see(dark);
      await settle();
    }
    expect(fake.asked).toHaveLength(1);
  });

  it('long exposures that slow the frames down are shortened', async () => {
    const fake = fakeControls({ settings: { exposureTime: 660, iso: 300 } });
    const control = createPictureControl(fake.track);
    await film(control, fake, 40, 15);
    expect(fake.settings).toMatchObject({ exposureMode: 'manual', exposureTime: 317 });
    expect(fake.settings['iso']).toBeGreaterThan(300);
  });

  it('a camera without controls, or that cannot report its capabilities, is left alone', async () => {
    const none = fakeControls({ capabilities: {}, luma: 40 });
    const silent = { ...none.track, getCapabilities: undefined };
    for (const track of [none.track, silent]) {
      const control = createPictureControl(track);
      await film(control, none, 100);
      await locked(control, none);
      expect(control.phase()).toBe('locked');
      expect(control.end()).toBeNull();
    }
    expect(none.applyConstraints).not.toHaveBeenCalled();
  });

  it('invalid capabilities are ignored', async () => {
    const capabilities = { exposureMode: 'yes', exposureCompensation: { min: '0' }, iso: null };
    const fake = fakeControls({ capabilities, luma: 40 });
    await film(createPictureControl(fake.track), fake, 100);
    expect(fake.applyConstraints).not.toHaveBeenCalled();
  });
});

describe('for filming', () => {
  it('exposure, white balance and focus are locked, and then returned to automatic', async () => {
    const fake = fakeControls();
    const control = createPictureControl(fake.track);
    await film(control, fake, 30);
    await locked(control, fake);
    expect(control.phase()).toBe('locked');
    expect(fake.settings).toMatchObject(HELD);
    const asked = fake.asked.length;
    fake.scene.luma = 40;
    await film(control, fake, 200);
    expect(fake.asked).toHaveLength(asked);
    await control.unlock();
    expect(fake.settings).toMatchObject(FREE);
    await film(control, fake, 60);
    expect(fake.asked.length).toBeGreaterThan(asked + 1);
  });

  it('each is also requested separately, so that one that cannot be met does not affect the others', async () => {
    const fake = fakeControls();
    const control = createPictureControl(fake.track);
    await locked(control, fake);
    const [all, ...groups] = fake.asked[0] ?? [];
    expect(all).toEqual(HELD);
    expect(groups).toHaveLength(3);
    expect(Object.assign({}, ...groups)).toEqual(HELD);
  });

  it('a camera with only a white balance control locks that', async () => {
    const { whiteBalanceMode } = PHONE_CAPABILITIES;
    const fake = fakeControls({ capabilities: { whiteBalanceMode } });
    const control = createPictureControl(fake.track);
    await locked(control, fake);
    expect(fake.asked).toEqual([[{ whiteBalanceMode: 'manual' }]]);
  });

  it('a lock that changes the picture is undone, for the exposure only', async () => {
    const fake = fakeControls({
      sideEffect: (settings) => {
        fake.scene.luma = settings['exposureMode'] === 'manual' ? 40 : 120;
      },
    });
    const control = createPictureControl(fake.track);
    await film(control, fake, 5);
    await locked(control, fake);
    expect(fake.settings).toMatchObject({
      exposureMode: 'continuous',
      whiteBalanceMode: 'manual',
      focusMode: 'manual',
    });
  });

  it('unlocking during the locking returns the camera to automatic', async () => {
    const fake = fakeControls();
    const control = createPictureControl(fake.track);
    const locking = control.lock();
    await settle();
    await control.unlock();
    await vi.advanceTimersByTimeAsync(2000);
    await locking;
    expect(control.phase()).toBe('automatic');
    expect(fake.settings).toMatchObject(FREE);
  });

  it('the end returns everything to automatic, and nothing is locked after it', async () => {
    const fake = fakeControls({ luma: 50 });
    const control = createPictureControl(fake.track);
    await film(control, fake, 60);
    expect(fake.settings['exposureCompensation']).toBeGreaterThan(0);
    await control.end();
    expect(fake.settings).toMatchObject(FREE);
    expect(control.phase()).toBe('over');
    await locked(control, fake);
    expect(fake.settings).toMatchObject(FREE);
  });
});

describe('a camera that refuses', () => {
  it.each([
    ['at once', () => Promise.reject(new DOMException('', 'OverconstrainedError'))],
    ['without an answer', () => new Promise<void>(() => undefined)],
  ])('%s does not prevent filming', async (_, answer) => {
    const log = vi.fn();
    const fake = fakeControls({ luma: 40, answer });
    const control = createPictureControl(fake.track, log);
    await film(control, fake, 100);
    await locked(control, fake);
    expect(control.phase()).toBe('locked');
    const ending = control.end();
    await vi.advanceTimersByTimeAsync(2000);
    await ending;
    expect(fake.asked.length).toBeLessThanOrEqual(3);
  });

  it('a browser that changes the picture size gets the original constraints back', async () => {
    const fake = fakeControls({
      luma: 40,
      sideEffect: (settings) => {
        settings['height'] = 480;
      },
    });
    const control = createPictureControl(fake.track);
    await film(control, fake, 100);
    expect(fake.applyConstraints.mock.calls.map(([constraints]) => constraints)).toEqual([
      { advanced: [expect.anything()] },
      { width: { ideal: 480 } },
    ]);
  });
});
