// SPDX-License-Identifier: Apache-2.0
import { useContext, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, languageOf } from '../../i18n/language.ts';
import { useUnreachableNotice } from '../../services/use-unreachable-notice.ts';
import { BusyScreenContext } from '../../components/screen/header-context.ts';
import { loadCode, retryOnce } from '@perfuse/ui/loading/load-with-retries.ts';
import { GlobeIcon } from '@perfuse/ui/graphics/header-icons.tsx';
import styles from './LanguageSwitch.module.css';

/** The list is a third as much script as the rest of a first view, is on every screen, and is hardly ever opened. */
const fetchList = () => import('./LanguageSelect.tsx');
type List = Awaited<ReturnType<typeof fetchList>>['LanguageSelect'];

/** Has the look and name of the list's own button, which replaces it when it is pressed. */
function ClosedList({ onOpen }: { readonly onOpen: () => void }): ReactNode {
  const { t, i18n } = useTranslation('session');
  const id = useId();
  const current = languageOf(i18n.language);
  const fetchAhead = (): void => void fetchList().catch(() => undefined);
  const openWithArrows = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    onOpen();
  };
  return (
    <button
      type="button"
      id={id}
      className={styles['button']}
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-label={t('language')}
      aria-labelledby={`${id}-name ${id}`}
      onClick={onOpen}
      onKeyDown={openWithArrows}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
    >
      <GlobeIcon />
      <span id={`${id}-name`} className={styles['name']}>
        {current !== null && LANGUAGE_NAMES[current]}
      </span>
    </button>
  );
}

function Switch(): ReactNode {
  const notifyUnreachable = useUnreachableNotice();
  const [List, setList] = useState<List | null>(null);
  if (List !== null) return <List />;
  const open = (): void => {
    loadCode(fetchList, retryOnce).then(
      ({ LanguageSelect }) => setList(() => LanguageSelect),
      notifyUnreachable,
    );
  };
  return <ClosedList onOpen={open} />;
}

/** Selects the language of the app. Hidden while a measurement runs. */
export function LanguageSwitch(): ReactNode {
  return useContext(BusyScreenContext) ? null : <Switch />;
}
