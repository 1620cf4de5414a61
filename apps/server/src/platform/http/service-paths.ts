// SPDX-License-Identifier: Apache-2.0
const SERVICES = /^\/(?:api|analysis|health|admin\/api)(?:[/?]|$)/;

/** The beginning of an address that belongs to a service, such as `/api/`; null for that of a page. */
export const serviceIn = (url: string): string | null => SERVICES.exec(url)?.[0] ?? null;

/** Whether an address belongs to a service, never to a page. */
export const isService = (url: string): boolean => serviceIn(url) !== null;
