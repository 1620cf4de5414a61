// SPDX-License-Identifier: Apache-2.0
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '@perfuse/ui/form/Button.tsx';
import styles from './components.module.css';

const SAID_FOR_MS = 4000;

/** Copies a text; what came of it is said beside the button. */
export function CopyButton({
  text,
  what,
}: {
  readonly text: string;
  /** What is copied, such as `link`. */
  readonly what: string;
}): ReactNode {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => setSaid(''), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Not allowed here: mark the text and copy it');
    }
  };
  return (
    <span className={styles['copy']}>
      <Button variant="quiet" onPress={() => void copy()}>
        Copy {what}
      </Button>
      <span role="status" className={styles['said']}>
        {said}
      </span>
    </span>
  );
}
