// SPDX-License-Identifier: Apache-2.0
import { RecoveryCodeList } from '@perfuse/ui/credentials/RecoveryCodeList.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { useCopy } from '@perfuse/ui/form/use-copy.ts';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveText } from '../../platform/browser/save-file.ts';
import styles from './Credentials.module.css';

/** Recovery codes, which are shown only this once, and the ways to save them. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }): ReactNode {
  const { t } = useTranslation('second-factor');
  const text = codes.join('\n');
  const { copy, outcome, reset } = useCopy();
  const [isSaved, setSaved] = useState(false);
  const save = (): void => {
    saveText('perfuse-recovery-codes.txt', 'text/plain', `${t('codes.file')}\n\n${text}\n`);
    reset();
    setSaved(true);
  };
  return (
    <>
      <p>{t('codes.text')}</p>
      <RecoveryCodeList codes={codes} />
      <div className={styles['actions']}>
        <Button variant="secondary" onPress={() => copy(text)}>
          {t('codes.copy')}
        </Button>
        <Button variant="secondary" onPress={save}>
          {t('codes.download')}
        </Button>
        <Button variant="secondary" onPress={() => window.print()}>
          {t('codes.print')}
        </Button>
      </div>
      <p role="status">
        {outcome === null && isSaved && t('codes.saved')}
        {outcome === 'copied' && t('codes.copied')}
        {outcome === 'failed' && t('codes.notCopied')}
      </p>
    </>
  );
}
