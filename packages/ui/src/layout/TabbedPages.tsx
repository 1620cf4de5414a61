// SPDX-License-Identifier: Apache-2.0
import { useRef, type ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import styles from './TabbedPages.module.css';
import { classes } from '../classes.ts';
import { usePagesCarousel } from './use-pages-carousel.ts';

export interface TabbedPage<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly icon: ReactNode;
  readonly content: ReactNode;
}

export interface TabbedPagesProps<Id extends string> {
  /** Names the row of tabs. */
  readonly label: string;
  readonly pages: readonly TabbedPage<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
}

/**
 * Pages side by side under a row of tabs: a press on a tab and a swipe lead to the same place. What is selected is the
 * caller's state and the only truth: the carousel follows it and reports swipes. Pages out of view are inert.
 */
export function TabbedPages<Id extends string>(props: TabbedPagesProps<Id>): ReactNode {
  const { label, pages, selected, onSelect } = props;
  const top = useRef<HTMLDivElement>(null);
  const index = Math.max(
    0,
    pages.findIndex((page) => page.id === selected),
  );
  const select = (at: number): void => {
    const page = pages[at];
    if (page === undefined || page.id === selected) return;
    onSelect(page.id);
    // A page begins at its top: where the tabs stick, one scrolled far down would leave the next one cut.
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView();
  };
  const { viewport, tabs } = usePagesCarousel(index, select);
  return (
    <Tabs
      selectedKey={selected}
      onSelectionChange={(key) => select(pages.findIndex((page) => page.id === key))}
      className={classes('react-aria-Tabs', styles['tabs'])}
      data-part="tabs"
    >
      <div ref={top} />
      <div className={styles['bar']}>
        <TabList
          ref={tabs}
          aria-label={label}
          className={classes('react-aria-TabList', styles['list'])}
        >
          {pages.map(({ id, title, icon }) => (
            <Tab key={id} id={id} className={classes('react-aria-Tab', styles['tab'])}>
              <span className={styles['icon']}>{icon}</span>
              {title}
            </Tab>
          ))}
        </TabList>
      </div>
      <div ref={viewport} className={styles['viewport']}>
        <div className={styles['pages']}>
          {pages.map(({ id, content }) => (
            <TabPanel
              key={id}
              id={id}
              shouldForceMount
              className={classes('react-aria-TabPanel', styles['page'])}
            >
              {content}
            </TabPanel>
          ))}
        </div>
      </div>
    </Tabs>
  );
}
