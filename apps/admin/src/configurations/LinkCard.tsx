// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { configurationPath } from '@perfuse/contract/launch/link';
import layout from '../components/layout.module.css';
import { CopyButton } from '../components/CopyButton.tsx';
import { useAppAddress } from '../api/session-context.ts';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import styles from './configurations.module.css';

export interface LinkCardProps {
  readonly configId: string;
  readonly isStudyInactive: boolean;
}

/** The link that people open, with a copy button. */
export function LinkCard({ configId, isStudyInactive }: LinkCardProps): ReactNode {
  const link = `${useAppAddress()}${configurationPath(configId)}`;
  return (
    <Card title="Link">
      <Message tone="error">
        {isStudyInactive &&
          'The link opens, but measurements cannot start because its study is inactive. Choose an active study under “Study and branch”.'}
      </Message>
      <p className={styles['link']}>
        <a className={layout['mono']} href={link} target="_blank" rel="noopener">
          {link}
        </a>
        <CopyButton text={link} what="link" />
      </p>
    </Card>
  );
}
