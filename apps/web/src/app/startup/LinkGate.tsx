// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import type { LinkActor } from './link-machine.ts';
import { LinkScreen, useLinkPhase } from './LinkScreen.tsx';

export interface LinkGateProps {
  readonly actor: LinkActor;
  readonly children: ReactNode;
}

/** The app behind a link: the progress of opening it, then the screens. */
export function LinkGate({ actor, children }: LinkGateProps): ReactNode {
  const phase = useLinkPhase(actor);
  return phase === 'open' ? children : <LinkScreen actor={actor} phase={phase} />;
}
