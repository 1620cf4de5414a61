// SPDX-License-Identifier: Apache-2.0
import type { EmbedderSettings } from '@perfuse/contract/launch/embed';

/** What the style sheets of the app ask. */
const DARK = '(prefers-color-scheme: dark)';

const MEDIA = { auto: DARK, light: 'not all', dark: 'all' } as const;

/** Rules for the dark theme, found while they still read as written. */
let darkRules: readonly CSSMediaRule[] | null = null;

const mediaRulesOf = (sheet: CSSStyleSheet): readonly CSSMediaRule[] => {
  try {
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSMediaRule);
  } catch {
    // Of another site, which does not let its rules be read.
    return [];
  }
};

/** Shows the app in this theme, whatever the browser prefers; `auto`: as it prefers. */
export function applyTheme(theme: EmbedderSettings['theme']): void {
  darkRules ??= [...document.styleSheets]
    .flatMap(mediaRulesOf)
    .filter(({ media }) => media.mediaText === DARK);
  for (const { media } of darkRules) media.mediaText = MEDIA[theme];
  document.documentElement.style.colorScheme = theme === 'auto' ? '' : theme;
}
