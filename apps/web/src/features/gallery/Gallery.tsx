// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import styles from './Gallery.module.css';
import { STORIES } from './stories.tsx';

/** One state by its name, or the list of all. @param props.name what follows `/gallery/` in the address. */
export function Gallery({ name }: { readonly name: string }): ReactNode {
  const story = STORIES[name];
  if (story !== undefined) return story();
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
