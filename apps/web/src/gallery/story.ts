// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import type { Services } from '../services/services.ts';
import type { Answers } from './fake-backend.ts';

interface Shown {
  /** Selector of an element that appears once it is shown; a heading by default. */
  readonly rests?: string;
  /** How the browser differs from others. @returns restores it. */
  readonly browser?: () => () => void;
}

/** A part on its own, within the services of a fresh page. */
export interface ComponentStory extends Shown {
  readonly show: (services: Services) => ReactNode;
}

/** The whole app at one of its addresses, in one situation. */
export interface AppStory extends Shown {
  /** Address of the screen. */
  readonly path: string;
  /** Answers of the service; the usual ones where it has none. */
  readonly answers?: Answers;
  /** What the person has done before. */
  readonly prepare?: (services: Services) => void;
  /** What the person does then, in order. */
  readonly steps?: readonly (() => Promise<void>)[];
}

export type Story = ComponentStory | AppStory;
