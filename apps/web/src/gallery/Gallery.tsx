// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './Gallery.module.css';
import { STORIES } from './stories.ts';

/** The list of all states. */
export function Gallery(): ReactNode {
  return (
    <main className={styles['main']}>
      <h1>Gallery</h1>
      <ul>
        {Object.keys(STORIES).map((key) => (
          <li key={key}>
            <a href={`/gallery/${key}`}>{key}</a> · <a href={`/gallery/${key}?long`}>long texts</a>
          </li>
        ))}
      </ul>
    </main>
  );
}
