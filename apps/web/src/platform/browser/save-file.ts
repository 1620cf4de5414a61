// SPDX-License-Identifier: Apache-2.0
/** Offers a text to the person as a file to keep. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click; a page that stays open must not keep it for ever.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
