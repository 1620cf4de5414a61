// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { configurationPath } from '@perfuse/contract/launch/link';
import layout from '../components/layout.module.css';
import { CopyButton } from '../components/CopyButton.tsx';
import { useAppAddress } from '../api/session-context.ts';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import styles from './configurations.module.css';

/** The link that people open, to copy. */
export function LinkCard({ configId }: { readonly configId: string }): ReactNode {
  const link = `${useAppAddress()}${configurationPath(configId)}`;
  return (
    <Card title="Link">
      <p className={styles['link']}>
        <a className={layout['mono']} href={link} target="_blank" rel="noopener">
          {link}
        </a>
        <CopyButton text={link} what="link" />
      </p>
    </Card>
  );
}
