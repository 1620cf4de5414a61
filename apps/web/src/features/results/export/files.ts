// SPDX-License-Identifier: Apache-2.0
import { BUILD } from '../../../config/build.ts';
import type { MeasurementOutcome } from '../../../session/measurement-result.ts';
import type { ExportedValue } from './exported-values.ts';
import { fhirBundle } from './fhir/bundle.ts';
import { fileNameOf } from './file-name.ts';
import { newId } from '../../../platform/browser/new-id.ts';
import { resultCsv, type CsvColumn } from './result-csv.ts';
import type { ExportTexts } from './export-texts.ts';

export interface FileInput {
  readonly outcome: MeasurementOutcome;
  readonly values: readonly ExportedValue[];
  readonly words: ExportTexts;
  readonly heading: (column: CsvColumn) => string;
}

export function csvFile({ outcome, values, words, heading }: FileInput): File {
  const text = resultCsv(outcome, values, words, heading);
  return new File([text], fileNameOf(outcome, 'csv'), {
    type: 'text/csv;charset=utf-8',
  });
}

export function fhirFile({ outcome, values, words }: FileInput): File {
  const bundle = fhirBundle({
    ...{ outcome, values, words, newId },
    version: BUILD.version,
    now: Date.now(),
  });
  return new File([JSON.stringify(bundle, null, 2)], fileNameOf(outcome, 'json'), {
    type: 'application/fhir+json',
  });
}
