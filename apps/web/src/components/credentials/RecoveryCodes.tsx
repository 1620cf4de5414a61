// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../platform/browser/save-file.ts';
import { Button } from '@perfuse/ui/form/Button.tsx';
import styles from './Credentials.module.css';

/** Recovery codes that are shown this once, and the ways to keep them. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }): ReactNode {
  const { t } = useTranslation('second-factor');
  const [kept, setKept] = useState<'copied' | 'notCopied' | 'saved' | null>(null);
  const text = codes.join('\n');
  const copy = (): void => {
    // Absent where the page is not trusted, whatever its type says.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    Promise.resolve(clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))).then(
      () => setKept('copied'),
      () => setKept('notCopied'),
    );
  };
  const save = (): void => {
    saveFile('perfuse-recovery-codes.txt', 'text/plain', `${t('codes.file')}\n\n${text}\n`);
    setKept('saved');
  };
  return (
    <>
      <p>{t('codes.text')}</p>
      <ul className={styles['codes']} translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button variant="secondary" onPress={copy}>
          {t('codes.copy')}
        </Button>
        <Button variant="secondary" onPress={save}>
          {t('codes.download')}
        </Button>
        <Button variant="secondary" onPress={() => window.print()}>
          {t('codes.print')}
        </Button>
      </div>
      <p role="status">{kept !== null && t(`codes.${kept}`)}</p>
    </>
  );
}
