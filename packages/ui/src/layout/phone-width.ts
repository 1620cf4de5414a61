// SPDX-License-Identifier: Apache-2.0
/** Largest width of a phone's window, CSS pixels; style sheets use `max-width: 768px`. */
export const PHONE_MAX_WIDTH = 768;
