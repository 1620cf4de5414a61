// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const backend = process.env['PERFUSE_BACKEND'] ?? 'http://localhost:4300';

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // No data: addresses: the content security policy admits only files of this origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
  },
  server: { proxy: { '/admin/api': backend, '/org': backend } },
});
