// SPDX-License-Identifier: Apache-2.0
const DATA_PICTURE = /^data:image\/(?:png|jpeg);base64,[A-Za-z\d+/]+={0,2}$/;
const WEB = ['http:', 'https:'];

/**
 * Checks a picture's address (specification, section 5): a web address ending in .jpg, .jpeg or .png, or a base64 data
 * image of png or jpeg.
 * @returns the address as the browser parses it; null for anything else, which the product's own picture replaces.
 */
export function safeImageUrl(address: string | null | undefined): string | null {
  if (address === null || address === undefined) return null;
  if (DATA_PICTURE.test(address)) return address;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !WEB.includes(url.protocol)) return null;
  return /\.(?:jpe?g|png)$/i.test(url.pathname) ? url.href : null;
}
