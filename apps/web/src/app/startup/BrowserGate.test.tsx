// SPDX-License-Identifier: Apache-2.0
import { screen } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { launchedConfiguration } from '../../launch/launched.test-support.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import { BrowserGate } from './BrowserGate.tsx';
import { LaunchFactsContext, useLaunchFacts } from '../../services/use-services.ts';
import type { WebSettings } from '../../launch/launch.ts';
import type { Visit } from '../../launch/visit.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

afterEach(() => vi.restoreAllMocks());

function Installation({ settings, children }: PropsWithChildren<{ settings: WebSettings }>) {
  const facts = useLaunchFacts();
  return <LaunchFactsContext value={{ ...facts, settings }}>{children}</LaunchFactsContext>;
}

async function openWith(
  userAgent: string,
  visit: Partial<Visit> = {},
  settings: WebSettings = {},
): Promise<string> {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  await renderScreen(
    <Installation settings={settings}>
      <BrowserGate>
        <h1>Welcome</h1>
      </BrowserGate>
    </Installation>,
    (services) => visitServicesOf(services).visit.setState(visit),
  );
  return (await screen.findByRole('heading', { level: 1 })).textContent;
}

describe('the browser gate', () => {
  it('lets a supported browser in', async () => {
    expect(await openWith(CHROME)).toBe('Welcome');
  });

  it('says at once that a browser is not supported, and which ones are', async () => {
    expect(await openWith(FIREFOX)).toBe('This browser is not supported');
    expect(document.body.textContent).toMatch(/Chrome, Edge or Safari/);
  });

  it("lets in a browser that the configuration's list omits", async () => {
    const launched = launchedConfiguration({}, { unsupportedBrowsers: [] });
    expect(await openWith(FIREFOX, { launched })).toBe('Welcome');
  });

  it("refuses a browser on the configuration's list", async () => {
    const launched = launchedConfiguration({}, { unsupportedBrowsers: ['chromium'] });
    expect(await openWith(CHROME, { launched })).toBe('This browser is not supported');
  });

  it("uses the installation's list where the configuration has none", async () => {
    expect(await openWith(FIREFOX, {}, { unsupportedBrowsers: [] })).toBe('Welcome');
  });

  it("prefers the configuration's list to the installation's", async () => {
    const launched = launchedConfiguration({}, { unsupportedBrowsers: ['firefox'] });
    expect(await openWith(FIREFOX, { launched }, { unsupportedBrowsers: [] })).toBe(
      'This browser is not supported',
    );
  });

  it('lets any browser in while a launch may still provide a list', async () => {
    expect(await openWith(FIREFOX, { wantsEvents: null })).toBe('Welcome');
  });
});
