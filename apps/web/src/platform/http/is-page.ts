// SPDX-License-Identifier: Apache-2.0
/** Whether a page came in place of a file, such as the sign-in page of a Wi-Fi or the notice of a filter. */
export const isPage = (response: Response): boolean =>
  /^text\/html\b/i.test(response.headers.get('content-type') ?? '');
