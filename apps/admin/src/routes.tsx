// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router';
import { App } from './App.tsx';
import { LeaveQuestion } from './components/LeaveQuestion.tsx';

/** The whole page, for a router that can block a navigation. */
export const ROUTES: RouteObject[] = [
  {
    path: '*',
    element: (
      <LeaveQuestion>
        <App />
      </LeaveQuestion>
    ),
  },
];
