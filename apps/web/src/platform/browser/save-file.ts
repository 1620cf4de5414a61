// SPDX-License-Identifier: Apache-2.0
/** How long a browser may take to start saving before the file's address is revoked, ms. */
const SAVE_MS = 60_000;

/** Saves a file with the browser's own download. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), SAVE_MS);
}

export const saveText = (name: string, type: string, text: string): void =>
  saveFile(new File([text], name, { type }));
