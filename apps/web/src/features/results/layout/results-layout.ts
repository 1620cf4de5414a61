// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import type { MeasurementOutcome } from '../../../session/measurement-result.ts';
import type { OutcomeView } from '../model/outcome-view.ts';
import type { ResultsSettings } from '../model/results-settings.ts';

/** What both layouts of the results show. */
export interface ResultsLayoutProps {
  readonly outcome: MeasurementOutcome;
  /** The last good one, if this one has no signal. */
  readonly earlier: MeasurementOutcome | undefined;
  readonly view: OutcomeView;
  readonly settings: ResultsSettings;
  /** Date and time of the results. */
  readonly moment: string;
  /** Shown above the results, for example that a reload restored them. */
  readonly note: ReactNode;
  /** Below the values. */
  readonly extras: ReactNode;
}
