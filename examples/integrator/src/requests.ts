// SPDX-License-Identifier: Apache-2.0
import type { IncomingMessage, ServerResponse } from 'node:http';

const MAX_BODY = 256 * 1024;

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The body exactly as received, because a signature covers its bytes. @throws Refusal when it is too large. */
export async function rawBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part as Uint8Array);
    size += bytes.length;
    if (size > MAX_BODY) throw new Refusal(413, 'The body is too large.');
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

export interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly location?: string;
}

export const htmlAnswer = (body: string, status = 200): Answer => ({
  status,
  type: 'text/html; charset=utf-8',
  body,
});
export const goTo = (location: string): Answer => ({ status: 303, location });

/** @param framed origin that pages may show in a frame, and that forms may lead to. */
export function send(response: ServerResponse, answer: Answer, framed: string): void {
  const { status, type, body = '', location } = answer;
  response.writeHead(status, {
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; frame-src ${framed}; form-action 'self' ${framed}; frame-ancestors 'none'; base-uri 'none'`,
    // With `no-referrer` a form would not send its origin.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // The app requests the stylesheet from its own, different origin.
    'cross-origin-resource-policy': 'cross-origin',
    ...(type !== undefined && { 'content-type': type }),
    ...(location !== undefined && { location }),
  });
  response.end(body);
}
