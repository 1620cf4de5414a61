// SPDX-License-Identifier: Apache-2.0
import { elementScript } from '@perfuse/embed/build';
import type { Plugin } from 'vite';

/** Builds `embed.js` next to the enterprise page: the custom element for pages without a bundler. */
export const embedScript = (edition: string): Plugin => ({
  name: 'perfuse:embed-script',
  apply: 'build',
  async generateBundle() {
    if (edition !== 'enterprise') return;
    this.emitFile({ type: 'asset', fileName: 'embed.js', source: await elementScript() });
  },
});
