// SPDX-License-Identifier: Apache-2.0
import { ACCOUNT_STORIES } from './account-stories.ts';
import { DEVICE_STORIES } from './device-stories.ts';
import { HANDOFF_STORIES } from './handoff-stories.tsx';
import { MEASUREMENT_STORIES } from './measurement-stories.tsx';
import { COMPONENT_STORIES } from './component-stories.tsx';
import type { Story } from './story.ts';
import { APP_STORIES } from './app-stories.ts';

/** Every state of the visual tests, by its name in the address. */
export const STORIES: Readonly<Record<string, Story>> = {
  ...COMPONENT_STORIES,
  ...APP_STORIES,
  ...ACCOUNT_STORIES,
  ...MEASUREMENT_STORIES,
  ...HANDOFF_STORIES,
  ...DEVICE_STORIES,
};
