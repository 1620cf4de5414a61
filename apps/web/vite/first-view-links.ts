// SPDX-License-Identifier: Apache-2.0
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { FIRST_VIEW } from './chunks.ts';

/**
 * Lists the app's files in a template, which the page's own script inserts into the document after the first screen is
 * painted: the files then load in parallel, without delaying the first paint.
 */
export function firstViewLinks(): Plugin {
  let base = '/';
  return {
    name: 'perfuse:first-view-links',
    apply: 'build',
    configResolved(config) {
      ({ base } = config);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle = {} }) => {
        const parts = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && FIRST_VIEW.includes(file.name) ? [file] : [],
        );
        const styles = parts.flatMap((part) => [...(part.viteMetadata?.importedCss ?? [])]);
        const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: true },
        });
        const children = [
          ...styles.map((name) => link({ rel: 'stylesheet', href: base + name })),
          ...parts.map(({ fileName }) => link({ rel: 'modulepreload', href: base + fileName })),
        ];
        return [{ tag: 'template', attrs: { id: 'first-view' }, children, injectTo: 'body' }];
      },
    },
  };
}
