// SPDX-License-Identifier: Apache-2.0
/** A heart rate given that is off by more than this counts as wrong and confident, per minute. */
export const WRONG = 5;
