// SPDX-License-Identifier: Apache-2.0
import { readRaw, UnusableVideo } from '@perfuse/capture/recording';
import type { Source } from './source.ts';

export async function openRawSource(url: string): Promise<Source> {
  const { body } = await fetch(url);
  if (!body) throw new UnusableVideo('UNREADABLE', 'The file is empty.');
  const { width, height, rate, pictures } = await readRaw(body);
  return {
    width,
    height,
    rate,
    async *pictures() {
      for await (const { atS, data } of pictures()) {
        yield { atS, picture: { width, height, data }, rotation: 0 };
      }
    },
  };
}
