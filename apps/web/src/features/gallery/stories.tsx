// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { NoResults } from '../results/NoResults.tsx';
import { ResultsPage } from '../results/ResultsPage.tsx';
import { ResultsSkeleton } from '../results/ResultsSkeleton.tsx';
import { ALL_RESULTS } from '../results/results-settings.ts';
import { ComponentsStory } from './ComponentsStory.tsx';
import { GaugesStory } from './GaugesStory.tsx';
import { OUTCOMES } from './outcomes.ts';
import { TokensStory } from './TokensStory.tsx';

/** Every state that the visual tests photograph, by its name in the address. */
export const STORIES: Readonly<Record<string, () => ReactNode>> = {
  tokens: () => <TokensStory />,
  components: () => <ComponentsStory />,
  gauges: () => <GaugesStory />,
  'results-good': () => <ResultsPage outcome={OUTCOMES.good} settings={ALL_RESULTS} />,
  'results-partial': () => <ResultsPage outcome={OUTCOMES.partial} settings={ALL_RESULTS} />,
  'results-extreme': () => <ResultsPage outcome={OUTCOMES.extreme} settings={ALL_RESULTS} />,
  'results-invalid': () => <ResultsPage outcome={OUTCOMES.invalid} settings={ALL_RESULTS} />,
  'results-failed': () => <ResultsPage outcome={OUTCOMES.failed} settings={ALL_RESULTS} />,
  'results-restored': () => <ResultsPage outcome={OUTCOMES.restored} settings={ALL_RESULTS} />,
  'results-numbers-only': () => (
    <ResultsPage
      outcome={OUTCOMES.good}
      settings={{ ...ALL_RESULTS, hideHistograms: true, isCallbackMode: true }}
    />
  ),
  'results-loading': () => <ResultsSkeleton label="Loading" />,
  'results-none': () => <NoResults />,
};
