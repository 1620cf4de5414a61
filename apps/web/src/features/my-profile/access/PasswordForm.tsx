// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withToken } from '../../../account/token-source.ts';
import { useServices } from '../../../services/use-services.ts';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { NewPassword } from '../../../components/credentials/NewPassword.tsx';
import {
  passwordRefusal,
  type PasswordRefusal,
} from '../../../components/credentials/password-refusal.ts';
import { useNewPasswordRules } from '../../../components/credentials/use-new-password-rules.ts';
import { ACCESS, accessFailure } from './access-calls.ts';
import { isOfPassword, PresentPasswordField, type ProofFailure } from './PresentPasswordField.tsx';
import styles from '../MyProfileScreen.module.css';

export interface PasswordFormProps {
  /** Of the account, for password managers, which store the new password under it. */
  readonly username: string;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** A form for a new password, which also requires the current one. */
export function PasswordForm({ username, onCancel, onDone }: PasswordFormProps): ReactNode {
  const { t } = useTranslation(['access', 'login']);
  const { token } = useServices();
  const [present, setPresent] = useState('');
  const [next, setNext] = useState('');
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<ProofFailure | null>(null);
  const [refusal, setRefusal] = useState<PasswordRefusal | null>(null);
  const rules = useNewPasswordRules({ isSignedIn: true }, next, refusal?.rules);

  const change = async (): Promise<void> => {
    if (isPending) return;
    setFailure(present === '' ? 'missing' : null);
    const isWeak = rules?.valid === false;
    setRefusal((past) => past ?? (isWeak ? { code: 'PASSWORD_POLICY', rules: [] } : null));
    if (present === '' || isWeak) return;
    setPending(true);
    try {
      const body = { password: present, newPassword: next };
      await withToken(token, (value) => ACCESS.call('changePassword', { token: value, body }));
      onDone();
    } catch (cause) {
      const refused = passwordRefusal(cause);
      setRefusal(refused);
      setFailure(refused === null ? accessFailure(cause) : null);
      setPending(false);
    }
  };

  return (
    <Form className={styles['form']} onSubmit={() => void change()}>
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      <PresentPasswordField
        autoFocus
        name="present-password"
        label={t('access:password.present')}
        value={present}
        onChange={(value) => {
          setPresent(value);
          setFailure(null);
        }}
        failure={failure}
      />
      <NewPassword
        value={next}
        onChange={(value) => {
          setNext(value);
          setRefusal(null);
        }}
        error={refusal === null ? undefined : t(`login:${refusal.code}`)}
        rules={rules}
      />
      <Message tone="error">
        {failure !== null && !isOfPassword(failure) && t(`access:failure.${failure}`)}
      </Message>
      <div className={styles['row']}>
        <Button type="submit" isPending={isPending}>
          {t('access:password.submit')}
        </Button>
        <Button variant="secondary" onPress={onCancel}>
          {t('access:password.cancel')}
        </Button>
      </div>
    </Form>
  );
}
