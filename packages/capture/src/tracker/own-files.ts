// SPDX-License-Identifier: Apache-2.0

/**
 * Replaces `fetch` in this worker by one that serves a fixed list of files and refuses everything else. The tracker's
 * libraries build URLs from plain names and would request missing files from a public host; here the names map to our
 * own content-hashed files, and nothing can be sent out.
 * @param files URL by plain file name.
 */
export function allowOnlyOwnFiles(files: Readonly<Record<string, string>>): void {
  const original = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (request) => {
    const asked = request instanceof Request ? request.url : String(request);
    const name = new URL(asked, 'https://name.invalid/').pathname.split('/').at(-1) ?? '';
    const url = files[name];
    if (url === undefined)
      throw new TypeError(`The face tracker asked for the unknown file ${name}.`);
    const response = await original(url);
    if (!response.ok) {
      throw new TypeError(`${name} could not be loaded: status ${String(response.status)}.`);
    }
    return response;
  };
}
