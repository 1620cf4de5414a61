// SPDX-License-Identifier: Apache-2.0
/** Elements by the roles and names that a person perceives. */
import type { Locator, Page } from '@perfuse/browser-harness';

/** A page, a part of it, or a frame within. */
type Place = Pick<Page, 'getByRole' | 'getByLabel'>;

export const button = (place: Place, name: string): Locator =>
  place.getByRole('button', { name, exact: true });
export const heading = (place: Place, name: string): Locator =>
  place.getByRole('heading', { name, exact: true, level: 1 });
export const field = (place: Place, name: string): Locator =>
  place.getByLabel(name, { exact: true });
