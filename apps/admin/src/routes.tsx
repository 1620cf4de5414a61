// SPDX-License-Identifier: Apache-2.0
import type { RouteObject } from 'react-router';
import { App } from './App.tsx';
import { LeaveConfirmation } from './components/LeaveConfirmation.tsx';

/** The whole page, for a router that can block a navigation. */
export const ROUTES: RouteObject[] = [
  {
    path: '*',
    element: (
      <LeaveConfirmation>
        <App />
      </LeaveConfirmation>
    ),
  },
];
