// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import type { Save } from './use-save.ts';
import { ruleText } from './rule-text.ts';

export interface SaveResultProps {
  readonly save: Save;
  /** Paths of the fields that show their own errors. */
  readonly shows?: readonly string[];
}

/** The outcome of saving. Names a refused field that does not show its own error, or has no control in the form. */
export function SaveResult({ save, shows = [] }: SaveResultProps): ReactNode {
  const { error, done } = save;
  const fields = Object.entries(error?.fields ?? {});
  const refused = fields.filter(([path]) => !shows.includes(path));
  const message = fields.length > 0 ? 'Not saved. Correct the marked fields.' : error?.message;
  return (
    <>
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
    </>
  );
}
