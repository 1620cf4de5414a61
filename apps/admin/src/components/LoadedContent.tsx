// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, type ReactNode } from 'react';
import type { Loaded } from '../api/use-loaded.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import styles from './components.module.css';
import { focusHeading } from './focus-heading.ts';

export interface LoadedContentProps<T> {
  readonly loaded: Loaded<T>;
  readonly children: (value: T) => ReactNode;
}

/** Renders the loaded value; until then the loading state, or the reason for the failure. */
export function LoadedContent<T>({ loaded, children }: LoadedContentProps<T>): ReactNode {
  const { load, reload } = loaded;
  const problem = load.state === 'loading' ? undefined : load.error;
  const isRetried = useRef(false);
  useEffect(() => {
    if (!isRetried.current || load.state !== 'loaded' || problem !== undefined) return;
    isRetried.current = false;
    // The pressed button went away.
    if (document.activeElement === document.body) focusHeading(document.querySelector('h1'));
  }, [load, problem]);
  const again = problem !== undefined && (
    <div className={styles['failed']}>
      <Message tone="error">{problem.message}</Message>
      {problem.code !== 'NOT_FOUND' && (
        <Button
          variant="secondary"
          onPress={() => {
            isRetried.current = true;
            reload();
          }}
        >
          Try again
        </Button>
      )}
    </div>
  );
  switch (load.state) {
    case 'loading':
      return (
        <p role="status" className={styles['none']}>
          Loading…
        </p>
      );
    case 'failed':
      return again;
    case 'loaded':
      return (
        <>
          {again}
          {children(load.value)}
        </>
      );
  }
}
