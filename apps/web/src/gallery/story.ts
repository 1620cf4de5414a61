// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import type { Services } from '../services/services.ts';
import type { Answers } from './fake-backend.ts';

interface Shown {
  /** Selector of what appears once it shows; a heading by default. */
  readonly rests?: string;
  /** What the browser is unlike others in. @returns puts it back. */
  readonly browser?: () => () => void;
}

/** A part on its own, with the services of a fresh page around it. */
export interface ComponentStory extends Shown {
  readonly show: (services: Services) => ReactNode;
}

/** The whole app at one of its addresses, in one situation. */
export interface AppStory extends Shown {
  /** Address of the screen. */
  readonly path: string;
  /** What the service answers; the usual where it says nothing. */
  readonly answers?: Answers;
  /** What the person has done before. */
  readonly prepare?: (services: Services) => void;
  /** What the person does then, one after the other. */
  readonly steps?: readonly (() => Promise<void>)[];
}

export type Story = ComponentStory | AppStory;
