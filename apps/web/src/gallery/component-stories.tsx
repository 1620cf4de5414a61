// SPDX-License-Identifier: Apache-2.0
/** States without an address: parts, rare screens, and the opening of an enterprise link. */
import { createActor } from 'xstate';
import { CrashScreen } from '../app/errors/CrashScreen.tsx';
import type { LinkFailure } from '../app/startup/launch-failure.ts';
import { linkMachine, type LinkPhase } from '../app/startup/link-machine.ts';
import { LinkScreen } from '../app/startup/LinkScreen.tsx';
import { FinishedDialog } from '../app/notices/FinishedDialog.tsx';
import { NotificationModal } from '../app/notices/NotificationModal.tsx';
import { NoResults } from '../features/results/notices/NoResults.tsx';
import { ResultsPage } from '../features/results/ResultsPage.tsx';
import { ResultsSkeleton } from '../features/results/layout/ResultsSkeleton.tsx';
import { ALL_RESULTS } from '../features/results/model/results-settings.ts';
import { IdleWarning } from '../features/session/IdleWarning.tsx';
import { ComponentsStory } from './ComponentsStory.tsx';
import { GaugesStory } from './GaugesStory.tsx';
import { hasFinished } from '../launch/embedding.ts';
import { OUTCOMES } from './outcomes.ts';
import type { ComponentStory } from './story.ts';
import { TokensStory } from './TokensStory.tsx';

const DIALOG = '[role="alertdialog"]';

const results = (name: keyof typeof OUTCOMES): ComponentStory => ({
  // The part below the values is rendered after them.
  rests: '[class*="extras"]',
  show: () => <ResultsPage outcome={OUTCOMES[name]} settings={ALL_RESULTS} />,
});

const unused = (): never => {
  throw new Error('A story opens no link.');
};

/** The screen of a link that is being opened, or could not be. */
function link(phase: LinkPhase, failure: LinkFailure | null = null): ComponentStory {
  const start = createActor(linkMachine, {
    input: {
      link: { kind: 'plain', configId: 'acme-web' },
      ports: {
        configuration: unused,
        renew: unused,
        adopt: unused,
        loadBranding: unused,
        begin: unused,
        tell: unused,
        leave: unused,
      },
    },
  }).getSnapshot();
  const value = failure === null ? { opening: 'configuration' } : 'failed';
  const snapshot = linkMachine.resolveState({ value, context: { ...start.context, failure } });
  const actor = createActor(linkMachine, { snapshot, input: start.context });
  return {
    rests: failure === null ? '[role="status"]' : DIALOG,
    show: () => <LinkScreen actor={actor} phase={phase} />,
  };
}
const REFUSED: LinkFailure = {
  code: 'LAUNCH_TOKEN_EXPIRED',
  callback: null,
  isOffline: false,
  isRetryable: false,
};

const idleWarning = (isGuest: boolean): ComponentStory => ({
  rests: DIALOG,
  show: ({ session }) => {
    session.setState({ consentCompleted: isGuest });
    return (
      <IdleWarning
        isOpen
        isGuest={isGuest}
        lastActivityAt={() => null}
        onStay={() => undefined}
        onLeave={() => undefined}
      />
    );
  },
});

export const COMPONENT_STORIES: Readonly<Record<string, ComponentStory>> = {
  tokens: { show: () => <TokensStory /> },
  components: { show: () => <ComponentsStory /> },
  gauges: { rests: '[data-part="dial"]', show: () => <GaugesStory /> },
  'results-good': results('good'),
  'results-partial': results('partial'),
  'results-cuff': results('cuff'),
  'results-extreme': results('extreme'),
  'results-invalid': results('invalid'),
  'results-restored': results('restored'),
  'results-numbers-only': {
    show: () => (
      <ResultsPage
        outcome={OUTCOMES.good}
        settings={{ ...ALL_RESULTS, hideHistograms: true, isCallbackMode: true }}
      />
    ),
  },
  'results-loading': { rests: '[role="status"]', show: () => <ResultsSkeleton label="Loading" /> },
  'results-none': { show: () => <NoResults /> },
  crash: { show: () => <CrashScreen error={new TypeError('broken')} /> },
  'idle-warning': idleWarning(false),
  'idle-warning-guest': idleWarning(true),
  notification: {
    rests: DIALOG,
    show: ({ session }) => {
      session.setState({
        notification: { kind: 'warning', title: 'Title', message: 'Message' },
      });
      return <NotificationModal />;
    },
  },
  'frame-finished': {
    rests: DIALOG,
    browser: () => {
      hasFinished.setState(true, true);
      return () => hasFinished.setState(false, true);
    },
    show: () => <FinishedDialog />,
  },
  'link-slow': link('slow'),
  'link-refused': link('failed', REFUSED),
  'link-unknown': link('failed', { ...REFUSED, code: 'CONFIGURATION_NOT_FOUND' }),
  'link-busy': link('failed', { ...REFUSED, code: 'RATE_LIMIT', isRetryable: true }),
  'link-offline': link('offline', {
    ...REFUSED,
    code: 'OFFLINE',
    isOffline: true,
    isRetryable: true,
  }),
};
