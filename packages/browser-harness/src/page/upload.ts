// SPDX-License-Identifier: Apache-2.0
const BATCH_BYTES = 8 * 1024 * 1024;

/** Sends bytes to the server that writes the file: in large batches, one in flight while the next one fills. */
export class Upload {
  readonly #url: string;
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #bytes = 0;
  #sending: Promise<void> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  async add(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes >= BATCH_BYTES) await this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    await this.#sending;
  }

  async #flush(): Promise<void> {
    await this.#sending;
    const body = new Blob(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    this.#sending = this.#send(body);
    // Reported by the next `await`; until then, it must not count as unhandled.
    this.#sending.catch(() => undefined);
  }

  async #send(body: Blob): Promise<void> {
    const { ok } = await fetch(this.#url, { method: 'POST', body });
    if (!ok) throw new Error('The frames could not be written.');
  }
}
