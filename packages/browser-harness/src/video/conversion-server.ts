// SPDX-License-Identifier: Apache-2.0
/** The web server of one conversion: serves the page, its script and the recording, and receives the frames. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { listen } from '@perfuse/testing/local-server';

export interface ConversionServer {
  readonly page: string;
  readonly input: string;
  readonly output: string;
  /** Waits until everything received is on disk, and stops the server. */
  readonly close: () => Promise<void>;
}

interface Files {
  readonly input: string;
  readonly output: string;
  readonly script: string;
}

const PAGE = '<!doctype html><meta charset="utf-8"><title>Conversion</title>';

/** The part of a file named by `Range: bytes=from-to`; the whole file without one. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { from: number; to: number } | null {
  const match = /^bytes=(\d+)-(\d*)$/.exec(header ?? '');
  if (!match) return header === undefined ? { from: 0, to: size - 1 } : null;
  const from = Number(match[1]);
  const to = match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  return from <= to ? { from, to } : null;
}

/** Sends a file, or the requested range of it. */
export async function sendFile(
  file: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { size } = await stat(file);
  const range = rangeOf(request.headers.range, size);
  if (!range) {
    response.writeHead(416, { 'Content-Range': `bytes */${String(size)}` }).end();
    return;
  }
  const { from, to } = range;
  response.writeHead(request.headers.range === undefined ? 200 : 206, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': to - from + 1,
    'Content-Range': `bytes ${String(from)}-${String(to)}/${String(size)}`,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
  });
  const stream = createReadStream(file, { start: from, end: to });
  // A client may close the connection early.
  response.on('close', () => stream.destroy());
  stream.on('error', () => response.destroy());
  stream.pipe(response);
}

async function append(request: IncomingMessage, into: WriteStream): Promise<void> {
  for await (const part of request as AsyncIterable<Buffer>) {
    if (!into.write(part)) await once(into, 'drain');
  }
}

export async function startConversionServer(files: Files): Promise<ConversionServer> {
  const token = randomUUID();
  const out = createWriteStream(files.output);
  await once(out, 'open');
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, key, name] = (request.url ?? '').split('/');
    // Any page in a local browser can reach the port, but does not know the token.
    if (key !== token) response.writeHead(404).end();
    else if (name === 'page') response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
    else if (name === 'script.js') {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(files.script);
    } else if (name === 'input') await sendFile(files.input, request, response);
    else if (name === 'output' && request.method === 'POST') {
      await append(request, out);
      response.writeHead(204).end();
    } else response.writeHead(404).end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const { port, close } = await listen(server);
  const at = (name: string): string => `http://127.0.0.1:${String(port)}/${token}/${name}`;
  return {
    page: at('page'),
    input: at('input'),
    output: at('output'),
    close: async () => {
      await close();
      out.end();
      await finished(out);
    },
  };
}
