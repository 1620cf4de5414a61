// SPDX-License-Identifier: Apache-2.0
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasurementOutcome } from '../../../session/measurement-result.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import type { SectionId } from '../../../metrics/metrics.ts';
import { formatMoment } from '../../../i18n/moment-locale.ts';
import { exportedValues } from './exported-values.ts';
import { csvFile, fhirFile, type FileInput } from './files.ts';
import { saveFile } from '../../../platform/browser/save-file.ts';
import { share } from './share.ts';
import { PrintReport } from './PrintReport.tsx';
import { summaryText, type SummaryTexts } from './summary.ts';
import styles from './ExportMenu.module.css';
import { usePrinting } from './use-printing.ts';
import { useExportTexts } from './export-texts.ts';

export interface ExportMenuProps {
  readonly outcome: MeasurementOutcome;
  /** The sections that this edition shows; nothing else is exported. */
  readonly sections: readonly SectionId[];
}

type ExportStatus = 'saved' | 'copied' | 'failed' | null;

/** Print, spreadsheet, medical software, share sheet. Nothing leaves the device unless the person sends it. */
export function ExportMenu({ outcome, sections }: ExportMenuProps): ReactNode {
  // Every text of the report must be loaded by the time the browser prints.
  const { t } = useTranslation(['export', 'results', 'reasons', 'evidence', 'common']);
  const words = useExportTexts(outcome);
  const values = useMemo(() => exportedValues(outcome, sections), [outcome, sections]);
  const isPrinting = usePrinting();
  const [status, setStatus] = useState<ExportStatus>(null);
  const input: FileInput = { outcome, values, words, heading: (column) => t(`csv.${column}`) };

  const save = (make: (input: FileInput) => File) => (): void => {
    try {
      saveFile(make(input));
      setStatus('saved');
    } catch {
      setStatus('failed');
    }
  };
  const onShare = async (): Promise<void> => {
    const moment = formatMoment(outcome.finishedAt);
    const title = t(outcome.isSample === true ? 'summary.sample' : 'summary.title', { moment });
    const line = (name: string, reading: string): string => t('summary.line', { name, reading });
    const reading = (value: string, doubt: string): string =>
      t('summary.reading', { value, doubt });
    const origin: SummaryTexts['origin'] = (told, from) => t(`summary.${from}`, { reading: told });
    const text = summaryText(values, words, { title, line, reading, origin });
    const done = await share({ title, text, file: csvFile(input) }, navigator);
    setStatus(done === 'copied' || done === 'failed' ? done : null);
  };
  const ways = [
    ['print', () => window.print()],
    ['share', () => void onShare()],
    ['csv', save(csvFile)],
    ['fhir', save(fhirFile)],
  ] as const;

  return (
    <Card title={t('title')}>
      <p>{t('lead')}</p>
      <ul role="list" className={styles['ways']}>
        {ways.map(([way, onPress]) => (
          <li key={way}>
            <Button variant="secondary" onPress={onPress}>
              {t(`${way}.action`)}
            </Button>
            <p>{t(`${way}.text`)}</p>
          </li>
        ))}
      </ul>
      <p role="status" className={styles['said']}>
        {status !== null && t(`said.${status}`)}
      </p>
      {isPrinting && (
        <PrintReport outcome={outcome} sections={sections} values={values} words={words} />
      )}
    </Card>
  );
}
