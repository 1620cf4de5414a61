// SPDX-License-Identifier: Apache-2.0
/** A client of W3C WebDriver (https://www.w3.org/TR/webdriver2/), for the commands that tests use. */
import { z } from '@perfuse/contract/schema';
import type { ElementId, EngineDriver, EngineOptions } from './engine-driver.ts';

/** The standard's key of an element in JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Time limit of a script, long enough for a busy machine, ms. */
const SCRIPT_LIMIT_MS = 120_000;

const answerSchema = z.object({ value: z.unknown() });
const errorSchema = z.object({ error: z.string(), message: z.string() });
const elementSchema = z.object({ [ELEMENT]: z.string() });
const sessionSchema = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserName: z.string(), browserVersion: z.string() }),
});

async function ask(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { value } = answerSchema.parse(await response.json());
  if (response.ok) return value;
  const failure = errorSchema.safeParse(value);
  const why = failure.success ? `${failure.data.error}: ${failure.data.message}` : 'failed';
  throw new Error(`${method} ${new URL(url).pathname}: ${why}`);
}

/**
 * Opens a window through a running driver.
 * @param url of the driver.
 * @param capabilities what to start, and how.
 */
export async function openWebDriver(
  url: string,
  capabilities: Readonly<Record<string, unknown>>,
  { width, height }: EngineOptions,
): Promise<EngineDriver> {
  const started = sessionSchema.parse(
    await ask('POST', `${url}/session`, { capabilities: { alwaysMatch: capabilities } }),
  );
  const { browserName, browserVersion } = started.capabilities;
  const session = `${url}/session/${started.sessionId}`;
  const post = (path: string, body: unknown = {}): Promise<unknown> =>
    ask('POST', `${session}${path}`, body);
  /** The result is passed to a callback: not every driver waits for a promise. */
  const execute = (body: string): Promise<unknown> =>
    post('/execute/async', {
      script:
        `const done = arguments[0]; (async () => { ${body} })().then(` +
        '(value) => done({ value: value ?? null }), (error) => done({ error: String(error) }));',
      args: [],
    });
  const resultSchema = z.union([z.object({ error: z.string() }), z.object({ value: z.unknown() })]);
  const valueOf = (result: unknown): unknown => {
    const known = resultSchema.parse(result);
    if ('error' in known) throw new Error(known.error);
    return known.value;
  };
  await post('/timeouts', { script: SCRIPT_LIMIT_MS });

  const runOn = async (element: ElementId, script: string): Promise<void> =>
    void (await post('/execute/sync', { script, args: [{ [ELEMENT]: element }] }));
  const press = async (element: ElementId): Promise<void> => {
    // The driver scrolls itself, but does not wait for smooth scrolling.
    await runOn(element, `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' });`);
    await post(`/element/${element}/click`);
  };
  const driver: EngineDriver = {
    version: `${browserName} ${browserVersion}`,
    open: async (address) => void (await post('/url', { url: address })),
    run: async (body) => {
      // As text, because drivers write null for properties that JSON omits.
      const text = await execute(
        `return JSON.stringify((await (async () => { ${body} })()) ?? null);`,
      );
      const value: unknown = JSON.parse(z.string().parse(valueOf(text)));
      return value;
    },
    find: async (body) => {
      const found = valueOf(await execute(body));
      return found === null ? null : elementSchema.parse(found)[ELEMENT];
    },
    press,
    type: async (element, text) => {
      await press(element);
      await runOn(element, 'arguments[0].select();');
      await post(`/element/${element}/value`, { text });
    },
    chooseFile: async (element, file) =>
      void (await post(`/element/${element}/value`, { text: file })),
    close: async () => void (await ask('DELETE', session)),
  };
  // The rect that can be set includes the window's frame.
  const outer = { width, height };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await post('/window/rect', outer);
    const inner = z
      .object({ width: z.number(), height: z.number() })
      .parse(await driver.run('return { width: innerWidth, height: innerHeight };'));
    outer.width += width - inner.width;
    outer.height += height - inner.height;
  }
  return driver;
}
