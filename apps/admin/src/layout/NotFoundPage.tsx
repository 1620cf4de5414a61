// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Page } from './Page.tsx';

export function NotFoundPage(): ReactNode {
  return (
    <Page title="Not found" lead="There is no such page.">
      <p>
        <Link to="/">To the organisations</Link>
      </p>
    </Page>
  );
}
