// SPDX-License-Identifier: Apache-2.0
/** A client of W3C WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/), for the commands that tests use. */
import { once } from 'node:events';
import { z } from '@perfuse/contract/schema';
import { WebSocket, type RawData } from 'ws';
import type { ElementId, EngineDriver, EngineOptions } from './engine-driver.ts';

const messageSchema = z.object({
  id: z.optional(z.nullable(z.number())),
  result: z.optional(z.unknown()),
  error: z.optional(z.string()),
  message: z.optional(z.string()),
});
const sessionSchema = z.object({
  capabilities: z.object({ browserName: z.string(), browserVersion: z.string() }),
});
const treeSchema = z.object({ contexts: z.array(z.object({ context: z.string() })) });
const evaluatedSchema = z.object({
  exceptionDetails: z.optional(z.object({ text: z.string() })),
  result: z.optional(
    z.object({
      type: z.string(),
      value: z.optional(z.unknown()),
      sharedId: z.optional(z.string()),
    }),
  ),
});

interface Connection {
  readonly send: (method: string, params: object) => Promise<unknown>;
  readonly end: () => void;
}

async function connect(url: string): Promise<Connection> {
  const socket = new WebSocket(`${url}/session`, { maxPayload: 0 });
  const waiting = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >();
  let last = 0;
  socket.on('message', (data: RawData) => {
    // The library passes text as one Buffer unless configured otherwise.
    if (!Buffer.isBuffer(data)) return;
    const { id, result, error, message } = messageSchema.parse(JSON.parse(data.toString('utf8')));
    const asked = waiting.get(id ?? -1);
    if (asked === undefined) return;
    waiting.delete(id ?? -1);
    if (error === undefined) asked.resolve(result);
    else asked.reject(new Error(`${error}: ${message ?? ''}`));
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has gone.'));
    waiting.clear();
  });
  await once(socket, 'open');
  return {
    send: async (method, params) => {
      last += 1;
      const id = last;
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    end: () => socket.terminate(),
  };
}

/** Opens a session in a running browser, in its first window. @param url of the browser's websocket. */
export async function openBidi(
  url: string,
  { width, height }: EngineOptions,
): Promise<EngineDriver> {
  const { send, end } = await connect(url);
  const { browserName, browserVersion } = sessionSchema.parse(
    await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } }),
  ).capabilities;
  const [window] = treeSchema.parse(await send('browsingContext.getTree', {})).contexts;
  if (window === undefined) throw new Error('The browser has no window.');
  const { context } = window;
  await send('browsingContext.setViewport', { context, viewport: { width, height } });

  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = evaluatedSchema.parse(
      await send('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: true,
        resultOwnership: 'root',
        serializationOptions: { maxDomDepth: 0 },
        userActivation: true,
      }),
    );
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result;
  };
  const actOn = async (actions: readonly object[]): Promise<void> =>
    void (await send('input.performActions', { context, actions }));
  const runOn = async (element: ElementId, functionDeclaration: string): Promise<void> =>
    void (await send('script.callFunction', {
      functionDeclaration,
      arguments: [{ sharedId: element }],
      target: { context },
      awaitPromise: false,
    }));
  const press = async (element: ElementId): Promise<void> => {
    await runOn(element, `(it) => it.scrollIntoView({ block: 'center', behavior: 'instant' })`);
    const origin = { type: 'element', element: { sharedId: element } };
    await actOn([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ]);
  };

  return {
    version: `${browserName} ${browserVersion}`,
    open: async (address) =>
      void (await send('browsingContext.navigate', { context, url: address, wait: 'complete' })),
    run: async (body) => {
      const result = await evaluate(
        `(async () => JSON.stringify((await (async () => { ${body} })()) ?? null))()`,
      );
      const value: unknown = JSON.parse(z.string().parse(result?.value));
      return value;
    },
    find: async (body) => (await evaluate(`(async () => { ${body} })()`))?.sharedId ?? null,
    press,
    type: async (element, text) => {
      await press(element);
      await runOn(element, '(it) => it.select()');
      const actions = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await actOn([{ type: 'key', id: 'keyboard', actions }]);
    },
    chooseFile: async (element, file) =>
      void (await send('input.setFiles', {
        context,
        element: { sharedId: element },
        files: [file],
      })),
    close: async () => {
      await send('browser.close', {});
      end();
    },
  };
}
