// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it, vi } from 'vitest';
import { keepAwake } from './keep-awake.ts';

/** A browser that counts its locks. */
function setUp(request?: () => Promise<WakeLockSentinel>) {
  const release = vi.fn(() => Promise.resolve());
  // Only its release is called.
  const sentinel = { release } as Partial<WakeLockSentinel> as WakeLockSentinel;
  const wakeLock = { request: vi.fn(request ?? (() => Promise.resolve(sentinel))) };
  const page = Object.assign(new EventTarget(), { hidden: false });
  const show = (isShown: boolean): void => {
    page.hidden = !isShown;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { wakeLock, page, show, release, sentinel };
}
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('the screen', () => {
  it('is kept awake until the end', async () => {
    const { release, ...browser } = setUp();
    const end = keepAwake(browser);
    await settle();
    expect(browser.wakeLock.request).toHaveBeenCalledWith('screen');
    expect(release).not.toHaveBeenCalled();
    end();
    expect(release).toHaveBeenCalledOnce();
  });

  it('is kept awake again when the page is visible again, but not after the end', async () => {
    const { show, ...browser } = setUp();
    const end = keepAwake(browser);
    show(false);
    expect(browser.wakeLock.request).toHaveBeenCalledTimes(1);
    show(true);
    expect(browser.wakeLock.request).toHaveBeenCalledTimes(2);
    end();
    show(true);
    await settle();
    expect(browser.wakeLock.request).toHaveBeenCalledTimes(2);
    expect(browser.release).toHaveBeenCalledTimes(2);
  });

  it('is not kept awake where the embedding page does not allow it', () => {
    const { wakeLock, page } = setUp();
    keepAwake({
      wakeLock,
      page: Object.assign(page, { featurePolicy: { allowsFeature: () => false } }),
    });
    expect(wakeLock.request).not.toHaveBeenCalled();
  });

  it('may turn off where the browser refuses wake locks or lacks them', async () => {
    const refusing = setUp(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    const { page } = refusing;
    const ends = [keepAwake(refusing), keepAwake({ wakeLock: undefined, page })];
    await settle();
    for (const end of ends) expect(end).not.toThrow();
  });
});
