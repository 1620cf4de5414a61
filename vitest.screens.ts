// SPDX-License-Identifier: Apache-2.0
/** Screen tests share a document and the modules of the app: every test restores their state. */
import { cleanup, configure, fireEvent, getConfig } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
// react-aria reads the browser's properties when it is imported. A screen that is still loading when a file ends would
// import it between two documents, where that fails, for all later files of the worker too.
import '@perfuse/ui/form/TextField.tsx';

/** jsdom lacks it; react-aria uses it. */
const cssInterface: unknown = Reflect.get(globalThis, 'CSS');
if (cssInterface === undefined) {
  const escape = (text: string): string => text.replace(/[^\w-]/g, (character) => `\\${character}`);
  Object.defineProperty(globalThis, 'CSS', { value: { escape } });
}

/** jsdom lacks modal dialogs too. The content behind one cannot be reached, by screen readers either. */
function hideOthers(dialog: HTMLDialogElement, isHidden: boolean): void {
  for (const other of document.body.children) {
    if (other !== dialog) other.toggleAttribute('hidden', isHidden);
  }
}
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
  hideOthers(this, true);
};
const { setTimeout: later } = globalThis;
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  hideOthers(this, false);
  // As in a browser the event is fired later, when the dialog may be removed, hidden or open again.
  later(() => fireEvent(this, new Event('close')));
};

/** Texts and parts of a screen are loaded when it opens, which takes long on a busy machine. */
const WAIT_MS = 60_000;
const ofReact = getConfig();
const { setImmediate: afterEffects } = globalThis;
// Once in a worker: this file runs before each test file.
if (ofReact.asyncUtilTimeout !== WAIT_MS) {
  configure({
    asyncUtilTimeout: WAIT_MS,
    // What a test waits for is shown before React runs its effects, which move the focus, for example. They run in the
    // next setImmediate; on a busy machine the timer that ends a wait came first.
    asyncWrapper: (wait) =>
      ofReact.asyncWrapper(async () => {
        const found: unknown = await wait();
        await new Promise(afterEffects);
        return found;
      }),
  });
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  document.title = '';
  window.history.replaceState(null, '', '/');
});
