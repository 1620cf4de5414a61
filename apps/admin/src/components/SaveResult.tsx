// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import styles from './components.module.css';
import type { Save } from './use-save.ts';
import { ruleText } from './rule-text.ts';

/** The outcome of saving, below the fields. Names a refused field that does not show its own error. */
export function SaveResult({ save }: { readonly save: Save }): ReactNode {
  const { error, done, shown } = save;
  const fields = Object.entries(error?.fields ?? {});
  const refused = fields.filter(([path]) => !shown.has(path));
  const message = fields.length > 0 ? 'Not saved. Correct the marked fields.' : error?.message;
  return (
    <div className={styles['result']}>
      <Message tone="info">{done}</Message>
      <Message tone="error">
        {error !== null &&
          (refused.length === 0
            ? message
            : refused.map(([path, rules]) => (
                <span key={path}>
                  <strong>{path}</strong>:{' '}
                  {rules.map(([rule, details]) => ruleText(rule, details)).join(' ')}
                  <br />
                </span>
              )))}
      </Message>
    </div>
  );
}
