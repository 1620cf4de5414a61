// SPDX-License-Identifier: Apache-2.0
/** Everything a page sends, as the browser reports it. */
import type { Page } from '@perfuse/browser-harness';

export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: Buffer | null;
}

export interface Traffic {
  readonly requests: readonly SentRequest[];
  /** Websocket frames the page sent, binary or text, as bytes. */
  readonly frames: readonly Buffer[];
  readonly sockets: readonly URL[];
  /** Policy violations, console errors and uncaught exceptions of the page. */
  readonly complaints: readonly string[];
}

/** Attach before the first `goto`. */
export function watchTraffic(page: Page): Traffic {
  const requests: SentRequest[] = [];
  const frames: Buffer[] = [];
  const sockets: URL[] = [];
  const complaints: string[] = [];
  // The context also reports requests of workers and service workers.
  page.context().on('request', (request) => {
    requests.push({
      method: request.method(),
      url: new URL(request.url()),
      body: request.postDataBuffer(),
    });
  });
  page.on('websocket', (socket) => {
    sockets.push(new URL(socket.url()));
    socket.on('framesent', ({ payload }) => frames.push(Buffer.from(payload)));
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return { requests, frames, sockets, complaints };
}
