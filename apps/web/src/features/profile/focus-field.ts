// SPDX-License-Identifier: Apache-2.0
import type { ProfileField } from './profile-fields.ts';

/** Moves the focus to a field's control: its text box, or for a choice the option that is reachable by keyboard. */
export function focusField(form: HTMLElement | null, field: ProfileField): void {
  const controls = form?.querySelectorAll<HTMLInputElement>(`[data-field="${field}"] input`);
  const reachable = [...(controls ?? [])].find((control) => control.tabIndex >= 0);
  reachable?.focus();
}
