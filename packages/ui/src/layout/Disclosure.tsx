// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Disclosure as AriaDisclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import { Heading } from 'react-aria-components/Heading';
import styles from './Disclosure.module.css';
import { classes } from '../classes.ts';

export interface DisclosureProps {
  readonly title: string;
  /** Level of the heading that opens and closes it. */
  readonly level?: 2 | 3;
  readonly defaultExpanded?: boolean;
  /** Omit both for a disclosure that keeps its own state. */
  readonly isExpanded?: boolean;
  readonly onExpandedChange?: (isExpanded: boolean) => void;
  readonly isDisabled?: boolean;
  /** Short text at the far end of the title. */
  readonly aside?: string;
  readonly children: ReactNode;
}

/** A collapsible section of a screen. */
export function Disclosure(props: DisclosureProps): ReactNode {
  const { title, level = 2, defaultExpanded = false, isDisabled = false, children } = props;
  const { isExpanded, onExpandedChange, aside } = props;
  return (
    <AriaDisclosure
      defaultExpanded={defaultExpanded}
      isExpanded={isExpanded}
      onExpandedChange={onExpandedChange}
      isDisabled={isDisabled}
      className={classes('react-aria-Disclosure', styles['disclosure'])}
      data-part="section"
    >
      <Heading level={level} className={classes('react-aria-Heading', styles['heading'])}>
        <Button slot="trigger" className={classes('react-aria-Button', styles['trigger'])}>
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d="m9 5 7 7-7 7" />
          </svg>
          <span className={styles['words']}>
            {title} {aside !== undefined && <span className={styles['aside']}>{aside}</span>}
          </span>
        </Button>
      </Heading>
      <DisclosurePanel className={classes('react-aria-DisclosurePanel', styles['panel'])}>
        {children}
      </DisclosurePanel>
    </AriaDisclosure>
  );
}
