// SPDX-License-Identifier: Apache-2.0
import type { EmbedderSettings } from '@perfuse/contract/launch/embed';

/** Media query in the app's style sheets. */
const DARK = '(prefers-color-scheme: dark)';

const MEDIA = { auto: DARK, light: 'not all', dark: 'all' } as const;

/** Rules for the dark theme, collected before their media text is changed. */
let darkRules: readonly CSSMediaRule[] | null = null;

const mediaRulesOf = (sheet: CSSStyleSheet): readonly CSSMediaRule[] => {
  try {
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSMediaRule);
  } catch {
    // A style sheet of another site, whose rules cannot be read.
    return [];
  }
};

/** Applies a theme, overriding the browser's preference; `auto`: follows it. */
export function applyTheme(theme: EmbedderSettings['theme']): void {
  darkRules ??= [...document.styleSheets]
    .flatMap(mediaRulesOf)
    .filter(({ media }) => media.mediaText === DARK);
  for (const { media } of darkRules) media.mediaText = MEDIA[theme];
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
}
