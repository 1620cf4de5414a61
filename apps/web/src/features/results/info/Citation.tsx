// SPDX-License-Identifier: Apache-2.0
import type { Source } from '@perfuse/contract/results/sources';
import type { ReactNode } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { useTranslation } from 'react-i18next';

/** Authors, year and title of a method, linked where it can be read. Citations are not translated. */
export function Citation({ source }: { readonly source: Source }): ReactNode {
  const { t } = useTranslation(['metric-info', 'common']);
  const text = `${source.authors} (${String(source.year)}): ${source.title}`;
  return (
    <>
      {source.url === '' ? (
        <cite lang="en">{text}</cite>
      ) : (
        <a href={source.url} target="_blank" rel="noopener noreferrer">
          <cite lang="en">{text}</cite>
          <VisuallyHidden>{t('citation.aside', { text: t('common:newTab') })}</VisuallyHidden>
        </a>
      )}
      {source.ownModel && <span>{t('citation.aside', { text: t('citation.own') })}</span>}
      {source.licence !== undefined && (
        <span> {t('citation.licence', { licence: source.licence })}</span>
      )}
    </>
  );
}
