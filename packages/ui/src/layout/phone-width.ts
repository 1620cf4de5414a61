// SPDX-License-Identifier: Apache-2.0
/** A window at most this wide is a phone, CSS pixels; style sheets say `max-width: 768px`. */
export const PHONE_MAX_WIDTH = 768;
