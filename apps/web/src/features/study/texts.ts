// SPDX-License-Identifier: Apache-2.0
import type { ResourceKey } from 'i18next';
import { LATER_TEXTS } from '../../i18n/start.ts';

const files = import.meta.glob<ResourceKey>('./*/study.json', {
  import: 'default',
  base: '../../../../../packages/locales',
});

/** Texts of a study, which most installations never show. */
LATER_TEXTS.set('study', (language) => files[`./${language}/study.json`]);
