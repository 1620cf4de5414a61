// SPDX-License-Identifier: Apache-2.0
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './TabbedPages.module.css';
import { classes } from '../classes.ts';
import { usePagesCarousel } from './use-pages-carousel.ts';

export interface TabbedPage<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly icon: ReactNode;
  /** Must contain a focusable element: the page itself is none. */
  readonly content: ReactNode;
}

export interface TabbedPagesProps<Id extends string> {
  /** Accessible name of the row of tabs. */
  readonly label: string;
  readonly pages: readonly TabbedPage<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
}

/** The tab that a key selects from tab `index` of `count`, wrapping at the ends; null for any other key. */
function tabAfter(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/**
 * Pages side by side under a row of tabs, changed by a press on a tab or by a swipe. The selection is the caller's
 * state, the only source of truth: the carousel follows it and reports swipes. Pages out of view are inert.
 *
 * Follows the pattern of the ARIA Authoring Practices, with tabs that are selected as the focus moves. Not the
 * library's tabs: they render the row and all pages again, synchronously, four times before they settle.
 */
export function TabbedPages<Id extends string>(props: TabbedPagesProps<Id>): ReactNode {
  const { label, pages, selected, onSelect } = props;
  const ids = useId();
  const top = useRef<HTMLDivElement>(null);
  const index = Math.max(
    0,
    pages.findIndex((page) => page.id === selected),
  );
  const select = (at: number): void => {
    const page = pages[at];
    if (page === undefined || page.id === selected) return;
    onSelect(page.id);
    // A page starts at its top: where the tabs are sticky, scrolling far down would leave the next page cut off.
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView();
  };
  const { viewport, tabs } = usePagesCarousel(index, select);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = tabAfter(event.key, index, pages.length);
    if (at === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    select(at);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus();
  };
  return (
    <div className={classes('react-aria-Tabs', styles['tabs'])} data-part="tabs">
      <div ref={top} />
      <div className={styles['bar']}>
        <div
          ref={tabs}
          role="tablist"
          aria-label={label}
          className={classes('react-aria-TabList', styles['list'])}
          onKeyDown={onKeyDown}
        >
          {pages.map(({ id, title, icon }, at) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${ids}tab-${id}`}
              aria-controls={`${ids}page-${id}`}
              aria-selected={at === index}
              tabIndex={at === index ? 0 : -1}
              data-selected={at === index || undefined}
              className={classes('react-aria-Tab', styles['tab'])}
              onClick={() => select(at)}
            >
              <span className={styles['icon']}>{icon}</span>
              {title}
            </button>
          ))}
        </div>
      </div>
      <div ref={viewport} className={styles['viewport']}>
        <div className={styles['pages']}>
          {pages.map(({ id, content }, at) => (
            <div
              key={id}
              role="tabpanel"
              id={`${ids}page-${id}`}
              aria-labelledby={`${ids}tab-${id}`}
              inert={at !== index}
              className={classes('react-aria-TabPanel', styles['page'])}
            >
              {content}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
