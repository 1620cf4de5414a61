// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import type { Save } from './use-save.ts';
import { ruleText } from './rule-text.ts';

/** How saving ended. Every refused field is named, also one that has no place in the form. */
export function SaveResult({ save }: { readonly save: Save }): ReactNode {
  const { error, done } = save;
  const refused = Object.entries(error?.fields ?? {});
  return (
    <>
      <Message tone="info">{done}</Message>
      <Message tone="error">
        {error !== null &&
          (refused.length === 0
            ? error.message
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
