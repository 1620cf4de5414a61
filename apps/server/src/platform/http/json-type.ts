// SPDX-License-Identifier: Apache-2.0
/** Clients of the analysis protocol refuse an answer whose content type lacks the character set. */
export const JSON_TYPE = 'application/json; charset=utf-8';
