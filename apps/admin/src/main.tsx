// SPDX-License-Identifier: Apache-2.0
// First, before any schema module runs: it configures zod for a strict content security policy.
import '@perfuse/contract/schema';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { ADMIN_PATH } from '@perfuse/contract/admin/session';
import '@perfuse/ui/styles/tokens.css';
import '@perfuse/ui/styles/base.css';
import { App } from './App.tsx';

const host = document.getElementById('root');
if (host === null) throw new Error('The page has no #root.');
createRoot(host).render(
  <BrowserRouter basename={ADMIN_PATH}>
    <App />
  </BrowserRouter>,
);
