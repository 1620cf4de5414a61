// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { configurationPath, PREVIEW_FRAME } from '@perfuse/contract/launch/link';
import layout from '../components/layout.module.css';
import { useSession } from '../api/session-context.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import styles from './configurations.module.css';

/** The app itself in a frame, as opened by the link: with the stored title, logo and stylesheet. */
export function Preview({
  configId,
  revision,
}: {
  readonly configId: string;
  /** A newer revision reloads the frame. */
  readonly revision: number;
}): ReactNode {
  const { session } = useSession();
  const [round, setRound] = useState(0);
  const path = configurationPath(configId);
  return (
    <Card title="Preview">
      {session.hasEnterprise ? (
        <>
          <p className={layout['soft']}>
            The app as the link opens it, with the saved settings. Open it in a new tab to see the
            page title.
          </p>
          <span className={layout['actions']}>
            <Button variant="secondary" onPress={() => setRound(round + 1)}>
              Open again
            </Button>
            <a href={path} target="_blank" rel="noopener">
              Open in a new tab
            </a>
          </span>
          <iframe
            key={`${String(revision)}-${String(round)}`}
            className={styles['frame']}
            name={PREVIEW_FRAME}
            title="The app as this link opens it"
            src={path}
          />
        </>
      ) : (
        <p>
          The enterprise edition, which links open, has not been built. Build it with{' '}
          <code>npm run build -- --edition enterprise</code> and start the server again.
        </p>
      )}
    </Card>
  );
}
