// SPDX-License-Identifier: Apache-2.0
/** HTTPS requests that trust one certificate authority, each over a new connection. */
import { request } from 'node:https';

export interface SecureRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Local address to send from. */
  readonly from?: string;
}

export interface SecureAnswer {
  readonly status: number;
  /** Alternating names and values, as received; repeated headers are preserved. */
  readonly rawHeaders: readonly string[];
  readonly header: (name: string) => string | null;
  readonly text: string;
}

/** @throws Error without a response. */
export function ask(
  url: string,
  authority: string,
  { method = 'GET', headers = {}, body, from }: SecureRequest = {},
): Promise<SecureAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method,
        ca: authority,
        agent: false,
        family: 4,
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
        },
        localAddress: from,
      },
      (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        response.once('error', reject);
        response.once('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            rawHeaders: response.rawHeaders,
            header: (name) => {
              const value = response.headers[name];
              return value === undefined ? null : String(value);
            },
            text,
          });
        });
      },
    );
    asked.once('error', reject);
    asked.end(body);
  });
}

/** The part of `fetch` that virtual users need. */
export const fetchTrusting =
  (authority: string): typeof fetch =>
  async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers).entries());
    const url = input instanceof Request ? input.url : String(input);
    const answer = await ask(url, authority, {
      method: init?.method ?? 'GET',
      headers,
      ...(typeof init?.body === 'string' ? { body: init.body } : {}),
    });
    const after = answer.header('retry-after');
    return new Response(answer.text, {
      status: answer.status,
      headers: after === null ? {} : { 'retry-after': after },
    });
  };
