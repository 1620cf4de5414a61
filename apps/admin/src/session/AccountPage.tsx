// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { ADMINISTRATOR_PASSWORD_POLICY } from '@perfuse/contract/admin/session';
import { Page } from '../layout/Page.tsx';
import { FormCard } from '../components/FormCard.tsx';
import { useSave } from '../components/use-save.ts';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { useSession } from '../api/session-context.ts';

/** The signed-in administrator, and a form to change the password. */
export function AccountPage(): ReactNode {
  const { callAdmin, session } = useSession();
  const { administrator } = session;
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const save = useSave();
  const least = String(ADMINISTRATOR_PASSWORD_POLICY.PasswordMinLength);
  const isWrong = save.error?.code === 'INVALID_USER';
  const submit = (): Promise<boolean> =>
    save.run(async () => {
      await callAdmin('changePassword', { body: { current, password } });
      setCurrent('');
      setPassword('');
    }, 'The password has been changed and your other sessions are signed out.');
  return (
    <Page
      title="Account"
      lead={`${administrator.email}, administrator of ${
        administrator.organisationId === null ? 'the whole installation' : 'one organisation'
      }.`}
    >
      <FormCard
        title="Password"
        save={save}
        onSubmit={() => void submit()}
        action="Change password"
      >
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          error={isWrong ? 'That password is incorrect.' : save.fieldError('current')}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          hint={`At least ${least} characters, including a lowercase letter, an uppercase letter and a special character.`}
          error={save.fieldError('password')}
        />
      </FormCard>
      <SecondFactorCard />
    </Page>
  );
}
