// SPDX-License-Identifier: Apache-2.0
/** Files of screens share a document and the modules of the app: every test leaves them as it found them. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { loadDialog } from '@perfuse/ui/dialog/Dialog.tsx';

/** jsdom lacks it; react-aria asks for it when a dialog opens. */
const cssInterface: unknown = Reflect.get(globalThis, 'CSS');
if (cssInterface === undefined) {
  const escape = (text: string): string => text.replace(/[^\w-]/g, (character) => `\\${character}`);
  Object.defineProperty(globalThis, 'CSS', { value: { escape } });
}

// As in a browser that has been idle.
await loadDialog();

// Texts and parts of a screen are loaded when it opens, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  document.title = '';
  window.history.replaceState(null, '', '/');
});
