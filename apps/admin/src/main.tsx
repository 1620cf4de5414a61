// SPDX-License-Identifier: Apache-2.0
// First, before any schema module runs: it configures zod for a strict content security policy.
import '@perfuse/contract/schema';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ADMIN_PATH } from '@perfuse/contract/admin/session';
import '@perfuse/ui/styles/tokens.css';
import '@perfuse/ui/styles/base.css';
import { ROUTES } from './routes.tsx';

const host = document.getElementById('root');
if (host === null) throw new Error('The page has no #root.');
createRoot(host).render(
  <RouterProvider router={createBrowserRouter(ROUTES, { basename: ADMIN_PATH })} />,
);
