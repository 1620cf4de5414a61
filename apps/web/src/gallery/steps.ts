// SPDX-License-Identifier: Apache-2.0
/** What a person does in a story; each step waits for its element. */

const LIMIT_MS = 20_000;

/** Resolves with the first element that matches and can be used. */
export function seen(selector: string): Promise<HTMLElement> {
  const limit = performance.now() + LIMIT_MS;
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const found = document.querySelector<HTMLElement>(selector);
      if (found !== null) resolve(found);
      else if (performance.now() > limit) reject(new Error(`Nothing matches ${selector}.`));
      else requestAnimationFrame(look);
    };
    look();
  });
}

export const press =
  (selector: string): (() => Promise<void>) =>
  async () => {
    (await seen(selector)).click();
  };

export const appears =
  (selector: string): (() => Promise<void>) =>
  async () => {
    await seen(selector);
  };

export const type =
  (selector: string, text: string): (() => Promise<void>) =>
  async () => {
    const field = await seen(selector);
    // Through the prototype's setter, so that React notices the change.
    Reflect.set(HTMLInputElement.prototype, 'value', text, field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };

const QUIET_MS = 80;
/** A hidden page, or one that always renders, is never idle. */
const IDLE = { timeout: 500 };

/**
 * Resolves when nothing on the page has changed for a moment and the browser has nothing left to do: lazy parts and
 * texts are loaded, and what a slow computer renders in slices is complete.
 */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    let timer = 0;
    let idle = 0;
    const rest = (): void => {
      // The parts of a long page are painted one per frame.
      if (document.querySelector('[data-staggered-paint]') !== null) {
        wait();
        return;
      }
      observer.disconnect();
      resolve();
    };
    const wait = (): void => {
      clearTimeout(timer);
      cancelIdleCallback(idle);
      timer = window.setTimeout(() => (idle = requestIdleCallback(rest, IDLE)), QUIET_MS);
    };
    const observer = new MutationObserver(wait);
    observer.observe(document.body, { subtree: true, childList: true });
    wait();
  });
}

/** Resolves when the latest change has been laid out. */
export const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
