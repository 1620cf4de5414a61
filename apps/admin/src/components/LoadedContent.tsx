// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import type { Loaded } from '../api/use-loaded.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import styles from './components.module.css';

export interface LoadedContentProps<T> {
  readonly loaded: Loaded<T>;
  readonly children: (value: T) => ReactNode;
}

/** Renders the loaded value; until then the loading state, or the reason for the failure. */
export function LoadedContent<T>({ loaded, children }: LoadedContentProps<T>): ReactNode {
  const { load, reload } = loaded;
  const problem = load.state === 'loading' ? undefined : load.error;
  const again = problem !== undefined && (
    <div className={styles['failed']}>
      <Message tone="error">{problem.message}</Message>
      {problem.code !== 'NOT_FOUND' && (
        <Button variant="secondary" onPress={reload}>
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
