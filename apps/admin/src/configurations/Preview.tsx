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
            The app as opened by the link, with the saved settings. Open it in a new tab to see the
            page title.
          </p>
          <span className={layout['actions']}>
            <Button variant="secondary" onPress={() => setRound(round + 1)}>
              Reload
            </Button>
            <a href={path} target="_blank" rel="noopener">
              Open in a new tab
            </a>
          </span>
          <iframe
            key={`${String(revision)}-${String(round)}`}
            className={styles['frame']}
            name={PREVIEW_FRAME}
            title="Preview of the app"
            src={path}
          />
        </>
      ) : (
        <p>
          Links open the enterprise edition, which has not been built. Build it with{' '}
          <code>npm run build -- --edition enterprise</code> and restart the server.
        </p>
      )}
    </Card>
  );
}
