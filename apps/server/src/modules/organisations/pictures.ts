// SPDX-License-Identifier: Apache-2.0

/** How the files of pictures begin, in base64. */
const BEGINNINGS = { png: 'iVBORw0KGgo', jpeg: '/9j/' } as const;

/** The kind of a picture by its content in base64; undefined for any other file. */
export const pictureKind = (content: string): string | undefined =>
  Object.entries(BEGINNINGS).find(([, beginning]) => content.startsWith(beginning))?.[0];

/** Whether a data URL holds a picture, whatever kind it declares; true for any other address. */
export const holdsPicture = (address: string): boolean =>
  !/^data:/i.test(address) || pictureKind(address.slice(address.indexOf(',') + 1)) !== undefined;
