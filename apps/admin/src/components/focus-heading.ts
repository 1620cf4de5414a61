// SPDX-License-Identifier: Apache-2.0

/** Ref of the heading of a page that opens: it gets the focus, so that screen readers announce the page. */
export function focusHeading(heading: HTMLHeadingElement | null): void {
  heading?.focus({ preventScroll: true });
}
