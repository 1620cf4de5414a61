// SPDX-License-Identifier: Apache-2.0
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { captureAssetsPlugin } from './packages/capture/vite.ts';

const exclude = ['**/node_modules/**', '**/dist/**', '**/.cache/**'];
/** Two cores are for two: much of a test's time is spent waiting. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

export default defineConfig({
  // The second knows the tracker's files, which the screens of the web app name.
  plugins: [react(), captureAssetsPlugin()],
  test: {
    setupFiles: ['./vitest.setup.ts'],
    // What is waited for comes late on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers,
          include: ['{packages,apps,bench,examples}/**/src/**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.int.test.ts', '**/*.{browser,page}.test.ts'],
          testTimeout: 30_000,
          // Screens are drawn in their own time on a busy machine; what needed a second try is in the report.
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          maxWorkers,
          include: ['{packages,apps,e2e,examples}/**/*.int.test.ts'],
          exclude,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Real processes on a busy machine; what needed a second try is in the report.
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['{packages,apps,e2e,bench}/**/*.browser.test.ts'],
          exclude,
          globalSetup: ['./e2e/src/shared-videos.ts'],
          testTimeout: 180_000,
          // A camera that plays late on a busy machine may cost a measurement.
          retry: 1,
          hookTimeout: 180_000,
          // One Chromium with a camera at a time: two would starve each other of frames on two cores.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          // Screens in a browser, without a measurement: no frame is lost when two run side by side.
          name: 'pages',
          include: ['e2e/**/*.page.test.ts'],
          exclude,
          testTimeout: 180_000,
          retry: 1,
          hookTimeout: 180_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
