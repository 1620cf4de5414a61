// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LANGUAGES, languageOf } from '../../i18n/language.ts';
import { chooseLanguage } from '../../i18n/change-language.ts';
import { useUnreachableNotice } from '../../services/use-unreachable-notice.ts';
import { GlobeIcon } from '@perfuse/ui/graphics/header-icons.tsx';
import styles from './LanguageSwitch.module.css';

/**
 * All languages, each by its own name and marked with its language, so that screen readers pronounce it correctly.
 * Opens as soon as it is loaded.
 */
export function LanguageSelect(): ReactNode {
  const { t, i18n } = useTranslation('session');
  const notifyUnreachable = useUnreachableNotice();
  const current = languageOf(i18n.language);
  const button = useRef<HTMLButtonElement>(null);
  // Opened after mounting: a list that is open from the beginning may take the focus before it knows its options.
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  // The list would return the focus to the button that it replaced when it was loaded.
  const turn = (opens: boolean): void => {
    setOpen(opens);
    if (opens) return;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.current?.focus();
    });
  };
  const choose = async (key: string): Promise<void> => {
    const language = languageOf(key);
    if (language === null || language === current) return;
    if (!(await chooseLanguage(language))) notifyUnreachable();
  };
  return (
    <Select
      aria-label={t('language')}
      isOpen={isOpen}
      autoFocus
      onOpenChange={turn}
      value={current}
      onChange={(key) => {
        if (typeof key === 'string') void choose(key);
      }}
    >
      <Button ref={button} className={styles['button'] ?? ''}>
        <GlobeIcon />
        {/* Its text is part of the button's name, which speech input uses. */}
        <SelectValue className={styles['name'] ?? ''}>
          {() => current !== null && LANGUAGE_NAMES[current]}
        </SelectValue>
      </Button>
      <Popover className={styles['popover'] ?? ''} placement="bottom end">
        <ListBox className={styles['list'] ?? ''}>
          {LANGUAGES.map((language) => (
            <ListBoxItem
              key={language}
              id={language}
              textValue={LANGUAGE_NAMES[language]}
              className={styles['item'] ?? ''}
            >
              <span lang={language}>{LANGUAGE_NAMES[language]}</span>
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
