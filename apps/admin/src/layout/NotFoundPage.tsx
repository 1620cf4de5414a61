// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Page } from './Page.tsx';

export function NotFoundPage(): ReactNode {
  return (
    <Page title="Not found" lead="This page does not exist.">
      <p>
        <Link to="/">Go to organisations</Link>
      </p>
    </Page>
  );
}
