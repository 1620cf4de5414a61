// SPDX-License-Identifier: Apache-2.0
/**
 * The page's entry script: small, so that it runs with the stylesheet. It shows the first screen's texts, and after the
 * first paint starts the app in several tasks: a phone that evaluates React, the schemas and the app in one task does
 * not respond to touch for a quarter of a second.
 */
import '@perfuse/ui/styles/tokens.css';
import '@perfuse/ui/styles/base.css';
import { loadCode } from '@perfuse/ui/loading/load-with-retries.ts';
import { showFirstScreen } from './first-screen/first-screen.ts';
import { afterPaint, nextTask } from './first-screen/tasks.ts';

/** Parts of the app, in the order of their dependencies: see vite/chunks.ts. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./parts/react.ts'),
  () => import('./parts/contract.ts'),
  () => import('./parts/backend.ts'),
  () => import('./parts/libraries.ts'),
];

async function start(): Promise<void> {
  showFirstScreen(document, window);
  await afterPaint(document);
  const files = document.querySelector<HTMLTemplateElement>('#first-view');
  if (files !== null) document.head.append(files.content);
  if (!('any' in AbortSignal && 'canParse' in URL)) {
    await loadCode(() => import('./platform/browser/older-browsers.ts'));
  }
  for (const part of PARTS) {
    await loadCode(part);
    await nextTask();
  }
  const { startApp } = await loadCode(() => import('./start.tsx'));
  await nextTask();
  await startApp(new URL(import.meta.url));
}

void start();
