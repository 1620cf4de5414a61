// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import styles from './RuleChecklist.module.css';

export interface RuleChecklistProps {
  /** Each rule's element has the id `${id}-${rule.id}`, so that a field can be described by it. */
  readonly id: string;
  /** Accessible name of the list. */
  readonly label: string;
  readonly rules: readonly {
    readonly id: string;
    readonly label: string;
    readonly passed: boolean;
    /** Pass or fail in words, for screen readers. */
    readonly state: string;
  }[];
}

/** Rules with a sign for each: passed or not yet. */
export function RuleChecklist({ id, label, rules }: RuleChecklistProps): ReactNode {
  return (
    <ul role="list" className={styles['rules']} aria-label={label}>
      {rules.map((rule) => (
        <li
          key={rule.id}
          id={`${id}-${rule.id}`}
          className={styles[rule.passed ? 'passed' : 'open']}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
            <circle cx="10" cy="10" r="8.5" />
            {rule.passed && <path d="m6 10.300 2.700 2.700 5.300-5.700" />}
          </svg>
          <span>
            {rule.label}
            <VisuallyHidden> ({rule.state})</VisuallyHidden>
          </span>
        </li>
      ))}
    </ul>
  );
}
