// SPDX-License-Identifier: Apache-2.0
// First, before any schema module runs: it configures zod for a strict content security policy.
import '@perfuse/contract/schema';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { exposeDiagnostics } from './app/diagnostics.ts';
import { startEmbedding } from './launch/embedding.ts';
import { applyEmbedderLanguage, applyLaunchLanguage } from './i18n/change-language.ts';
import { startI18n } from './i18n/start.ts';
import { followDebugMode } from './app/startup/debug-mode.ts';
import { linkLaunchOf } from './app/startup/link-launch.ts';
import { logFromServices } from './app/log-sources.ts';
import { createServices } from './services/services.ts';
import { registerServiceWorker } from './app/notices/service-worker.ts';
import { visitServicesOf } from './services/visit-services.ts';
import { watchPage } from './platform/events/page-events.ts';
import { nextTask } from './first-screen/tasks.ts';
import { LOG } from './platform/log/log.ts';
import { asksForDebug, captureConsole } from './platform/log/capture-console.ts';

const unmuteConsole = captureConsole(console, window, LOG);
if (import.meta.env.DEV || asksForDebug(window.location.search)) unmuteConsole();

/**
 * Starts the app.
 * @param entry address of the page's entry script, whose name identifies the version.
 */
export async function startApp(entry: URL): Promise<void> {
  const host = document.getElementById('root');
  if (host === null) throw new Error('The page has no #root.');
  if (import.meta.env.DEV && /^\/gallery(\/|$)/.test(window.location.pathname)) {
    const { startGallery } = await import('./gallery/start.tsx');
    await startGallery(host);
    return;
  }
  const services = createServices();
  await nextTask();
  logFromServices(services);
  exposeDiagnostics(services.session);
  window.addEventListener('pagehide', services.flush);
  watchPage(visitServicesOf(services).events);
  if (import.meta.env.PROD) registerServiceWorker(entry, services);
  const linking = linkLaunchOf(services);
  const wishes = startEmbedding(visitServicesOf(services).visit);
  followDebugMode(visitServicesOf(services).visit, unmuteConsole);
  void services.launch.start();
  await nextTask();
  await startI18n();
  applyLaunchLanguage(visitServicesOf(services).visit);
  applyEmbedderLanguage(wishes);
  const link = await linking;
  await nextTask();
  // A transition, rendered in slices: rendered at once, the first screen blocked a phone for a tenth of a second.
  startTransition(() => createRoot(host).render(<App services={services} link={link} />));
}
