// SPDX-License-Identifier: Apache-2.0
import type { PasswordRule } from '@perfuse/contract/account/password';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../PasswordField.tsx';
import { RuleChecklist } from '@perfuse/ui/form/RuleChecklist.tsx';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import styles from './Credentials.module.css';
import type { PasswordRules } from './use-new-password-rules.ts';

export interface NewPasswordProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string;
  /** Null while they are loading. */
  readonly rules: PasswordRules | null;
}

/** A new password with the organisation's rules below it, each with pass or fail. */
export function NewPassword({ value, onChange, error, rules }: NewPasswordProps): ReactNode {
  const { t } = useTranslation('login');
  const rulesId = useId();
  const count = (rule: PasswordRule): number => {
    if (rules === null) return 0;
    const { PasswordMinLength, PasswordMaxLength } = rules.policy;
    return rule === 'minLength' ? PasswordMinLength : PasswordMaxLength;
  };
  // A space would be invisible.
  const characters = rules?.policy.PasswordSpecialCharacters.replaceAll(' ', '') ?? '';
  return (
    <div className={styles['password']}>
      <PasswordField
        isNew
        name="password"
        label={t('field.newPassword')}
        value={value}
        onChange={onChange}
        error={error}
        // Screen readers announce with the field what is still missing.
        describedBy={rules?.rules
          .filter(({ passed }) => !passed)
          .map(({ rule }) => `${rulesId}-${rule}`)
          .join(' ')}
      />
      {rules === null ? (
        <Skeleton />
      ) : (
        <RuleChecklist
          id={rulesId}
          label={t('rules.label')}
          rules={rules.rules.map(({ rule, passed }) => ({
            id: rule,
            label: t(`rules.${rule}`, { count: count(rule), characters }),
            passed,
            state: passed ? t('rules.passed') : t('rules.open'),
          }))}
        />
      )}
    </div>
  );
}
