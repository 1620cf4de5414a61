// SPDX-License-Identifier: Apache-2.0
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { captureAssetsPlugin } from '@perfuse/capture/vite';

const exclude = ['**/node_modules/**', '**/dist/**', '**/.cache/**'];
/** At least two, even on two cores: much of a test's time is spent waiting. */
const maxWorkers = Math.max(2, availableParallelism() - 1);
/** Files share their worker's modules, whose import took most of the time; no test leaves state for the next. */
const shared = { isolate: false, restoreMocks: true, unstubGlobals: true, unstubEnvs: true };

export default defineConfig({
  test: {
    // Awaited results are late on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers,
          include: ['{packages,apps,bench,examples}/**/src/**/*.test.ts'],
          exclude: [...exclude, '**/*.{dom,int,process,browser,page,real-time}.test.ts'],
          setupFiles: ['./vitest.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...shared,
        },
      },
      {
        extends: true,
        // The second resolves the tracker's files, to which the screens of the web app refer.
        plugins: [react(), captureAssetsPlugin()],
        test: {
          name: 'screens',
          maxWorkers,
          include: [
            '{apps,packages}/**/src/**/*.test.tsx',
            '{apps,packages}/**/src/**/*.dom.test.ts',
          ],
          exclude,
          environment: 'jsdom',
          setupFiles: ['./vitest.screens.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...shared,
        },
      },
      {
        extends: true,
        test: {
          // Everyday: servers in the tests' process, on SQLite and, where it matters, on PostgreSQL.
          name: 'server',
          maxWorkers,
          include: ['{packages,apps,e2e,examples}/**/*.int.test.ts'],
          exclude,
          globalSetup: ['./apps/server/src/testing/shared-run.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // On request: servers as processes that are killed, replaced, moved and put behind a proxy.
          name: 'processes',
          maxWorkers,
          include: ['{packages,apps,e2e,examples}/**/*.process.test.ts'],
          exclude,
          globalSetup: ['./apps/server/src/testing/shared-run.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // Measurements, cameras and their faults. Numbers are asserted for recordings, which lose no frame.
          name: 'browser',
          include: ['{packages,apps,e2e,bench}/**/*.browser.test.ts'],
          exclude,
          globalSetup: ['./e2e/src/shared-services.ts', './e2e/src/shared-videos.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
          maxWorkers: 2,
          // Occasionally Chromium stops delivering a camera's frames without notice to the page. The report says which
          // test was run again.
          retry: 1,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          // Tests of real time: one at a time, because two would cost each other frames.
          name: 'real-time',
          include: ['apps/**/*.real-time.test.ts'],
          exclude,
          testTimeout: 600_000,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          // Screens in a browser, without a measurement: two can run side by side without losing frames.
          name: 'pages',
          include: ['e2e/**/*.page.test.ts'],
          exclude,
          globalSetup: ['./e2e/src/shared-services.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          // Files share their worker's browser.
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          // Everyday use, in the engines other than Chromium; one window at a time.
          name: 'engines',
          include: ['e2e/src/engines/*.engine.test.ts'],
          exclude,
          globalSetup: ['./e2e/src/shared-services.ts', './e2e/src/shared-videos.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 1,
          isolate: false,
          sequence: { groupOrder: 5 },
        },
      },
      {
        extends: true,
        test: {
          // Everyday use, in a browser: short enough to run with every change.
          name: 'journeys',
          include: ['e2e/src/journeys/*.journey.test.ts'],
          exclude,
          globalSetup: ['./e2e/src/shared-services.ts', './e2e/src/shared-videos.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 1,
          isolate: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
