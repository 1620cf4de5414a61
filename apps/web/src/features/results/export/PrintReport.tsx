// SPDX-License-Identifier: Apache-2.0
import { citationsOf } from '@perfuse/contract/results/sources';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { BUILD } from '../../../config/build.ts';
import type { MeasurementOutcome } from '../../../session/measurement-result.ts';
import { LogoMark } from '@perfuse/ui/graphics/Logo.tsx';
import { SECTIONS, type SectionId } from '../../../metrics/metrics.ts';
import { formatMoment } from '../../../i18n/moment-locale.ts';
import type { ExportedValue } from './exported-values.ts';
import { PrintEvidence } from './PrintEvidence.tsx';
import styles from './PrintReport.module.css';
import type { ExportTexts } from './export-texts.ts';

export interface PrintReportProps {
  readonly outcome: MeasurementOutcome;
  readonly sections: readonly SectionId[];
  readonly values: readonly ExportedValue[];
  readonly words: ExportTexts;
}

interface RowsProps {
  readonly values: readonly ExportedValue[];
  readonly words: ExportTexts;
}

function Rows({ values, words }: RowsProps): ReactNode {
  return values.map((value) => (
    <tr key={value.id ?? value.code}>
      <th scope="row">{words.name(value)}</th>
      <td className={styles['number']}>
        <strong>{words.shown(value)}</strong> {words.uncertainty(value)}
      </td>
      <td>{words.band(value)}</td>
      <td>
        {words.kind(value)}
        {words.moved(value) !== '' && <span className={styles['why']}>{words.moved(value)}</span>}
        {words.reason(value) !== '' && <span className={styles['why']}>{words.reason(value)}</span>}
      </td>
    </tr>
  ));
}

/**
 * The result as a document for paper, next to the screen in the page and visible only in print: every section expanded,
 * in black on white whatever the theme.
 */
export function PrintReport({ outcome, sections, values, words }: PrintReportProps): ReactNode {
  const { t } = useTranslation(['export', 'results', 'evidence', 'common']);
  const citations = [...new Set(values.flatMap(({ channel }) => citationsOf(channel.source)))];
  const signal = values.filter(({ id }) => id === null);
  const ofSection = (section: SectionId): readonly ExportedValue[] => {
    const ids: readonly string[] = SECTIONS[section];
    return values.filter(({ id }) => id !== null && ids.includes(id));
  };
  return createPortal(
    <article className={styles['report']} lang={words.language}>
      <header className={styles['head']}>
        <LogoMark size={40} />
        <div>
          <h1>{t(outcome.isSample === true ? 'print.sample' : 'print.title')}</h1>
          <p>{formatMoment(outcome.finishedAt)}</p>
        </div>
      </header>
      <p className={styles['notice']}>{words.notice}</p>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('csv.name')}</th>
            <th scope="col">{t('csv.value')}</th>
            <th scope="col">{t('csv.range')}</th>
            <th scope="col">{t('csv.kind')}</th>
          </tr>
        </thead>
        {sections.map((section) => (
          <tbody key={section}>
            <tr className={styles['section']}>
              <th scope="rowgroup" colSpan={4}>
                {t(`results:section.${section}`)}
              </th>
            </tr>
            <Rows values={ofSection(section)} words={words} />
          </tbody>
        ))}
        <tbody>
          <tr className={styles['section']}>
            <th scope="rowgroup" colSpan={4}>
              {t('print.signal')}
            </th>
          </tr>
          <Rows values={signal} words={words} />
        </tbody>
      </table>
      {outcome.evidence !== undefined && (
        <section>
          <h2>{t('evidence:title')}</h2>
          <PrintEvidence
            evidence={outcome.evidence}
            heartRate={outcome.channels['HR_BPM']?.value ?? null}
          />
        </section>
      )}
      {citations.length > 0 && (
        <section>
          <h2>{t('print.methods')}</h2>
          <ul className={styles['sources']}>
            {citations.map(({ authors, year, title, url }) => (
              <li key={`${authors} ${title}`} lang="en">
                {authors} ({year}): {title}. {url}
              </li>
            ))}
          </ul>
        </section>
      )}
      <footer className={styles['foot']}>
        <p>{t('results:disclaimer.text.values')}</p>
        <p>{t('print.made', { version: BUILD.version, id: outcome.measurementId ?? '-' })}</p>
      </footer>
    </article>,
    document.body,
  );
}
