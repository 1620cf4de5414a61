// SPDX-License-Identifier: Apache-2.0
import { Button } from '@perfuse/ui/form/Button.tsx';
import { useCopy } from '@perfuse/ui/form/use-copy.ts';
import { useEffect, type ReactNode } from 'react';
import styles from './components.module.css';

const SHOWN_MS = 4000;
const STATUS = { copied: 'Copied', failed: 'Copying is blocked: select the text and copy it' };

export interface CopyButtonProps {
  readonly text: string;
  /** Name of the copied thing, such as `link`. */
  readonly what: string;
}

/** Copies a text; the outcome is shown next to the button for a while. */
export function CopyButton({ text, what }: CopyButtonProps): ReactNode {
  const { copy, outcome, reset } = useCopy();
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(reset, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome, reset]);
  return (
    <span className={styles['copy']}>
      <Button variant="quiet" onPress={() => copy(text)}>
        Copy {what}
      </Button>
      <span role="status" className={styles['said']}>
        {outcome !== null && STATUS[outcome]}
      </span>
    </span>
  );
}
