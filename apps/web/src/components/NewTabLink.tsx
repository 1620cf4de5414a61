// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import type { Path } from '../routes/paths.ts';

export interface NewTabLinkProps {
  readonly to: Path;
  readonly children?: ReactNode;
}

/**
 * A link to read something without leaving the screen; screen readers announce the new tab. The tab inherits the visit
 * (`opener` copies this tab's session storage), so that it names the same organisation.
 */
export function NewTabLink({ to, children }: NewTabLinkProps): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Link to={to} target="_blank" rel="opener">
      {children}
      <VisuallyHidden> ({t('newTab')})</VisuallyHidden>
    </Link>
  );
}
