// SPDX-License-Identifier: Apache-2.0
/** Enterprise links in a real browser, against a real server and a separate site of the integrator. */
import { readCallback } from '@perfuse/integrator';
import { until } from '@perfuse/testing/waiting';
import { launchWithCamera, type Browser, type Page } from '@perfuse/browser-harness';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { button, field, heading } from '../elements.ts';
import { accessibilityFindings } from '../accessibility.ts';
import {
  atCameraConsent,
  consent,
  newCredentials,
  newPersonOnline,
  sessionWatched,
  signIn,
  signUp,
} from '../accounts/person.ts';
import { DESKTOP, PHONE, visit } from '../guest.ts';
import { clinicSite, type ClinicSite } from './clinic-site.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation } from '../shared-installation.ts';
import { organiseAt, type OrganisationOnly } from './organisation.ts';

let acme: OrganisationOnly;
let clinic: ClinicSite;
let browser: Browser;
let done: string;

beforeAll(async () => {
  clinic = await clinicSite();
  done = `${clinic.origin}/done`;
  browser = await sharedBrowser();
  acme = await organiseAt(await sharedInstallation(), 'launches');
  await acme.configure('branded', {
    branding: { pageTitle: 'Acme Health', customCSSURL: `${clinic.origin}/theme.css` },
    logo: `${clinic.origin}/logo.png`,
    language: 'de',
  });
  await acme.configure('asking', {});
  await acme.configure('called-back', {
    callbackOrigins: [clinic.origin],
    embedOrigins: [clinic.origin],
    eventsWebhookEndpoint: `${clinic.origin}/events`,
  });
});
afterEach(closeContexts);
afterAll(() => clinic.close());

const PERSON = { identifier: 'p-7', age: 40, height: 175, weight: 75, gender: 'f' } as const;
const linkBack = (change: object = {}, options = {}): Promise<string> =>
  acme.link('called-back', { ...PERSON, resultsCallbackUrl: done, ...change }, options);
const placeOf = (page: Page): string => new URL(page.url()).pathname;
const modal = (page: Page) => page.getByRole('alertdialog');

/** Opens a link that redirects to the integrator's page. */
async function broughtBack(link: string, viewport = DESKTOP, userAgent?: string) {
  const context = await browser.newContext({
    locale: 'en-US',
    permissions: ['camera'],
    viewport,
    userAgent,
  });
  const page = await context.newPage();
  await page.goto(link);
  await page.waitForURL(`${done}?**`);
  const url = page.url();
  await page.context().close();
  return { query: new URL(url).searchParams, callback: await readCallback(url) };
}

/** Pretends that the browser was last used long ago. */
const leaveAlone = (page: Page): Promise<void> =>
  page.evaluate(() => localStorage.setItem('perfuse.activity', '1'));

/** Ways in which a person leaves, and the message shown for each. */
const WAYS = [
  [
    'asks to be forgotten',
    'This device has forgotten you',
    async (page: Page) => {
      await page.getByRole('link', { name: 'My profile' }).click();
      await button(page, 'Forget me on this device').click();
      await modal(page).getByRole('button', { name: 'Forget me' }).click();
    },
  ],
  [
    'is away too long',
    'Your answers were removed',
    async (page: Page) => {
      await sessionWatched(page);
      await page.clock.fastForward(15 * 60_000);
    },
  ],
  [
    'comes back to this tab too late',
    'Your answers were removed',
    async (page: Page) => {
      await leaveAlone(page);
      await page.reload();
    },
  ],
] as const;

describe('a plain link', () => {
  test.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ])('applies the organisation’s branding on a %s, also after reload', async (_, viewport) => {
    const { page, traffic } = await visit(browser, viewport);
    await page.goto(`${acme.origin}/org/i/branded`);
    await page.getByRole('button', { name: 'Zustimmen' }).waitFor();
    for (const again of [false, true]) {
      if (again) await page.reload();
      await page.getByRole('button', { name: 'Zustimmen' }).waitFor();
      expect(placeOf(page)).toBe('/org/camera-consent');
      expect(await page.title()).toMatch(/ · Acme Health$/);
      const logo = page.getByRole('img', { name: 'Acme Health' });
      await expect
        .poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBe(960);
      const accent = () =>
        page.evaluate(() => {
          const { style } = document.body;
          style.outlineColor = 'var(--accent)';
          const { outlineColor } = getComputedStyle(document.body);
          style.outlineColor = '';
          return outlineColor;
        });
      // #5b2a86 in light colours.
      await expect.poll(accent).toBe('rgb(91, 42, 134)');
    }
    await page.getByRole('button', { name: 'Zustimmen' }).click();
    await page.getByText('1 Main Street, Springfield, Illinois 62701, USA').waitFor();
    // Checked before axe, which would fetch the stylesheet itself to read it.
    expect(traffic.complaints.filter((text) => /policy/i.test(text))).toEqual([]);
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  test('starts a separate visit for a user of the consumer edition, who stays signed in there', async () => {
    const { page } = await newPersonOnline(browser);
    const who = newCredentials();
    const url = `${acme.origin}/`;
    await signUp(page, url, who);
    await signIn(page, url, who);
    await page.goto(`${acme.origin}/org/i/called-back`);
    await button(page, 'Agree').waitFor();
    expect(await page.getByRole('link', { name: 'Sign out' }).count()).toBe(0);
    await page.goto(url);
    await atCameraConsent(page);
    await page.getByRole('link', { name: 'Sign out' }).waitFor();
  });

  test.each(WAYS)('starts another visit after a person who %s', async (how, said, leave) => {
    const { page } = await visit(browser, PHONE);
    await page.clock.install();
    await page.goto(`${acme.origin}/org/i/asking`);
    await consent(page);
    const idsOf = async () => {
      const kept = await page.evaluate(() =>
        ['perfuse.visit', 'perfuse.device.enterprise'].map(
          (key) => sessionStorage.getItem(key) ?? '',
        ),
      );
      return [
        kept[0]?.match(/"sessionId":"([^"]+)"/)?.[1],
        kept[1]?.match(/"Token":"([^"]+)"/)?.[1],
      ];
    };
    const before = await idsOf();
    expect(before).not.toContain(undefined);
    await leave(page);
    // A person who comes back sees the page like a new one, without a message.
    if (!how.startsWith('comes back')) {
      await page.getByRole('alertdialog', { name: said }).getByText('OK').click();
    }
    await atCameraConsent(page);
    const after = await idsOf();
    expect(after).not.toContain(undefined);
    expect(before).not.toContain(after[0]);
    expect(before).not.toContain(after[1]);
    await consent(page);
    await heading(page, 'About you').waitFor();
  });

  test('of another organisation in another tab leaves the answers of this one, until the person is forgotten', async () => {
    const other = await organiseAt(await sharedInstallation(), 'launches-other');
    await other.configure('elsewhere', {});
    const context = await browser.newContext({ locale: 'en-US', permissions: ['camera'] });
    const openAged = async (configId: string, age: string) => {
      const page = await context.newPage();
      await page.goto(`${acme.origin}/org/i/${configId}`);
      await consent(page);
      await field(page, 'Age').fill(age);
      return page;
    };
    const one = await openAged('asking', '40');
    const two = await openAged('elsewhere', '77');
    for (const [page, age] of [
      [one, '40'],
      [two, '77'],
    ] as const) {
      await page.reload();
      await heading(page, 'About you').waitFor();
      expect(await field(page, 'Age').inputValue()).toBe(age);
    }
    await two.getByRole('link', { name: 'My profile' }).click();
    await button(two, 'Forget me on this device').click();
    await modal(two).getByRole('button', { name: 'Forget me' }).click();
    await atCameraConsent(one);
    await expect
      .poll(() => one.evaluate(() => JSON.stringify([localStorage, sessionStorage])))
      .not.toMatch(/age\\":\\"(40|77)/);
  });

  test('to an unknown configuration shows an error dialog that cannot be closed', async () => {
    const { page } = await visit(browser, PHONE);
    await page.goto(`${acme.origin}/org/i/nobody`);
    await modal(page).waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await modal(page).innerText()).toMatch(/could not be opened/);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  test('without a network says so, and can be retried when it is back', async () => {
    const { page } = await visit(browser);
    await page.route('**/api/config/**', (route) => route.abort());
    await page.goto(`${acme.origin}/org/i/called-back`);
    await modal(page).getByText('No connection').waitFor();
    await page.unroute('**/api/config/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await button(page, 'Agree').waitFor();
  });
});

describe('a signed link', () => {
  test('leads straight to the measurement; nothing of it stays in the address or the history', async () => {
    const link = await linkBack({}, { sessionId: 'visit-1' });
    const { page } = await visit(browser);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.headers()['referer'] ?? ''));
    await page.goto(link);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForURL('**/org/measurement');
    // The consent screens, which normally show this, are skipped.
    await page.getByText('For investigational use only').waitFor();
    await page.getByText('Perfuse is not a medical device').waitFor();
    const secrets = new URL(link).pathname.split('/').slice(4, 7);
    const kept = await page.evaluate(() => JSON.stringify([history.state, location.href]));
    for (const secret of secrets) {
      expect(kept).not.toContain(secret);
      expect(asked.join()).not.toContain(secret);
    }
    // The eight routes are hidden, and so is the navigation to them.
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.goto(`${acme.origin}/org/profile`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    await page.goto(`${acme.origin}/org/measurement`);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL(`${done}?**`);
    expect(await readCallback(page.url())).toMatchObject({
      kind: 'error',
      error: 'MEASUREMENT_CANCELED',
      sessionId: 'visit-1',
    });
  });

  test('belongs to one person: another link or a later visitor in the same browser does not get their answers', async () => {
    const context = await browser.newContext({ locale: 'en-US', permissions: ['camera'] });
    const openFor = async (identifier: string, age: number) => {
      const page = await context.newPage();
      await page.goto(await acme.link('asking', { identifier, age, gender: 'f', country: 'CH' }));
      await consent(page);
      return page;
    };
    const answersOf = async (page: Page) => [
      await field(page, 'Age').inputValue(),
      await page.getByText('Switzerland').count(),
    ];
    const one = await openFor('p-40', 40);
    const two = await openFor('p-77', 77);
    expect(await answersOf(two)).toEqual(['77', 1]);
    for (const again of [false, true]) {
      if (again) await one.reload();
      await heading(one, 'About you').waitFor();
      expect(await answersOf(one)).toEqual(['40', 1]);
    }
    const later = await context.newPage();
    await later.goto(`${acme.origin}/org/i/asking`);
    await atCameraConsent(later);
    const kept = await later.evaluate(() => localStorage.getItem('perfuse.session.enterprise'));
    expect(kept ?? '').not.toMatch(/"age":"(40|77)"/);
    // The message of another tab of the configuration when its guest asks to be forgotten.
    await later.evaluate(() => {
      new BroadcastChannel('perfuse.tabs').postMessage({ kind: 'forgotten', configId: 'asking' });
    });
    await later.reload();
    await atCameraConsent(later);
    expect(await answersOf(one)).toEqual(['40', 1]);
  });

  test('in a browser without storage is recognised as used after a reload, and nobody continues as a guest', async () => {
    const withoutStorage = async (link: string) => {
      const { page } = await visit(browser);
      await page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, {
            get: () => {
              throw new DOMException('denied', 'SecurityError');
            },
          });
        }
      });
      await page.goto(link);
      return page;
    };
    const page = await withoutStorage(await acme.link('asking', PERSON));
    await atCameraConsent(page);
    const guests: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/token')) guests.push(request.url());
    });
    for (let reloads = 0; reloads < 2; reloads += 1) {
      await page.reload();
      await modal(page).getByText('It works only once.').waitFor();
    }
    expect(guests).toEqual([]);
    // The link for everybody can be opened again.
    const open = await withoutStorage(`${acme.origin}/org/i/branded`);
    for (const again of [false, true]) {
      if (again) await open.reload();
      await open.waitForURL('**/org/camera-consent');
      await open.waitForFunction(() => document.title.includes('Acme Health'));
    }
  });

  test.each(WAYS)(
    'ends with the person who %s: the next person cannot measure with it',
    async (_, said, leave) => {
      const { page } = await visit(browser, PHONE);
      await page.clock.install();
      await page.goto(await acme.link('asking', { ...PERSON, identifier: 'p-gone' }));
      await consent(page);
      await leave(page);
      for (const again of [false, true]) {
        if (again) await page.reload();
        const told = page.getByRole('alertdialog', { name: said });
        await told.getByText('It works only once.').waitFor();
        expect(await told.getByRole('button').count()).toBe(0);
        expect(placeOf(page)).toBe('/org/c/asking');
      }
      expect(await accessibilityFindings(page)).toEqual([]);
      await expect
        .poll(() => page.evaluate(() => JSON.stringify([localStorage, sessionStorage])))
        .not.toMatch(/p-gone|perfuse\.device|age\\":\\"40/);
    },
  );

  test('that nobody has started stays valid, however long this browser was idle', async () => {
    const { page } = await visit(browser);
    await page.goto(await acme.link('asking', PERSON));
    await atCameraConsent(page);
    await leaveAlone(page);
    await page.reload();
    await consent(page);
    expect(await field(page, 'Age').inputValue()).toBe('40');
  });

  test('with a callback is not ended by the idle timeout, which is left to its integrator', async () => {
    const { page } = await visit(browser);
    await page.goto(await linkBack());
    await page.waitForURL('**/org/measurement');
    await leaveAlone(page);
    await page.reload();
    await page.getByRole('button', { name: 'Back' }).waitFor();
    const kept = await page.evaluate(() => sessionStorage.getItem('perfuse.session.enterprise'));
    expect(kept).toContain('"age":"40"');
  });

  test('in a frame ends on Close, also after a reload, and reports that once to the embedding page', async () => {
    const { page } = await visit(browser, PHONE);
    await page.goto(done);
    await page.evaluate(
      (src) => {
        const told: string[] = [];
        Object.assign(window, { told });
        addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
          if (!['height', 'screen'].includes(data.type)) told.push(data.type);
        });
        const frame = document.createElement('iframe');
        Object.assign(frame, { src, allow: 'camera', width: '340', height: '640' });
        document.body.append(frame);
      },
      await linkBack(),
    );
    const told = () => page.evaluate(() => Reflect.get(window, 'told') as string[]);
    const app = page.frameLocator('iframe');
    await app.getByRole('button', { name: 'Close' }).click();
    const ended = app.getByRole('alertdialog', { name: 'This session has ended' });
    await ended.waitFor();
    expect(await ended.getByRole('button').count()).toBe(0);
    await page.keyboard.press('Escape');
    await ended.waitFor();
    const frame = page.frames()[1];
    await frame?.evaluate(() => location.reload());
    await app.getByText('It works only once.').waitFor();
    expect(await told()).toEqual(['ready', 'finished']);
  });

  test('with an invalid profile returns to the callback with the error of every field', async () => {
    const link = await linkBack({ age: 7, gender: 'x' }, { checkProfile: false });
    expect((await broughtBack(link)).callback).toMatchObject({
      kind: 'error',
      error: 'PROFILE_VALIDATION_FAILED',
      fields: { age: 'INVALID_AGE', gender: 'INVALID_GENDER' },
    });
  });

  test('with used tokens returns to the callback with TOKEN_RENEWAL_FAILED', async () => {
    const [first, second] = [await linkBack(), await linkBack()];
    const used = first.split('/').slice(-3, -1);
    const parts = second.split('/');
    parts.splice(-3, 2, ...used);
    const { page } = await visit(browser);
    await page.goto(first);
    await page.waitForURL('**/org/measurement');
    await page.context().close();
    // Another browser, because the same one gets its answer again in case it was lost.
    const other =
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    const { callback } = await broughtBack(parts.join('/'), DESKTOP, other);
    expect(callback).toMatchObject({ kind: 'error', error: 'TOKEN_RENEWAL_FAILED' });
    const told = await until(async () => {
      const events = await acme.events('called-back', callback.sessionId);
      return events.includes('REDIRECTING_TO_CALLBACK') ? events : undefined;
    }, 'the events of the launch');
    expect(told).toContain('API_ERROR');
  });

  test('can be left by one press of Back while the camera is on', async () => {
    const { page } = await visit(browser);
    await page.goto(await linkBack());
    await button(page, 'Start camera').click();
    await button(page, 'Start measurement').waitFor();
    await button(page, 'Back').click();
    await page.waitForURL(`${done}?**`);
    expect(await readCallback(page.url())).toMatchObject({ error: 'MEASUREMENT_CANCELED' });
  });

  test('in an unsupported browser returns to the callback with UNSUPPORTED_BROWSER', async () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const context = await browser.newContext({ userAgent });
    const page = await context.newPage();
    await page.goto(await linkBack());
    await page.waitForURL(`${done}?**`);
    expect(await readCallback(page.url())).toMatchObject({ error: 'UNSUPPORTED_BROWSER' });
  });

  test('opens although a file that only launches need arrives at the second try', async () => {
    const { page } = await visit(browser);
    await page.route('**/open-link-*.js', (route) => route.abort(), { times: 1 });
    await page.goto(await linkBack());
    await page.waitForURL('**/org/measurement');
  });

  test('without an answer from the backend returns to the callback with NETWORK_ERROR', async () => {
    const { page } = await visit(browser);
    await page.route('**/api/env-vars', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(await linkBack());
    await page.waitForURL(`${done}?**`);
    expect(await readCallback(page.url())).toMatchObject({ error: 'NETWORK_ERROR' });
  });

  test('that was used before returns to the callback with LAUNCH_TOKEN_USED, and the webhook is notified', async () => {
    const link = await linkBack({}, { sessionId: 'twice-1' });
    const { page } = await visit(browser);
    await page.goto(link);
    await page.waitForURL('**/org/measurement');
    await expect
      .poll(() => acme.events('called-back', 'twice-1'))
      .toContain('CONFIGURATION_LOADED');
    await page.context().close();
    const { query, callback } = await broughtBack(link);
    expect(callback).toMatchObject({
      kind: 'error',
      error: 'LAUNCH_TOKEN_USED',
      sessionId: 'twice-1',
    });
    expect([...query.keys()].sort()).toEqual(['error', 'sessionId']);
    const told = await acme.events('called-back', 'twice-1');
    // Sent by the server: the page of a refused launch has no secret to send events with.
    expect(told).toContain('API_ERROR');
    expect(told).toContain('REDIRECTING_TO_CALLBACK');
  });

  test('whose session id was removed uses the signed one', async () => {
    const link = (await linkBack({}, { sessionId: 'signed-1' })).replace(/\/[^/]+$/, '');
    const { page } = await visit(browser);
    await page.goto(link);
    await page.waitForURL('**/org/measurement');
    await expect
      .poll(() => acme.events('called-back', 'signed-1'))
      .toContain('CONFIGURATION_LOADED');
    await page.context().close();
  });

  test('whose session id was replaced is refused under the signed one, to the callback and to the webhook', async () => {
    const link = await linkBack({}, { sessionId: 'signed-2' });
    const { callback } = await broughtBack(link.replace(/signed-2$/, 'another-2'));
    expect(callback).toMatchObject({ error: 'LAUNCH_TOKEN_INVALID', sessionId: 'signed-2' });
    expect(await acme.events('called-back', 'signed-2')).toContain('REDIRECTING_TO_CALLBACK');
  });

  test('that carries its data in the fragment sends none of it to a server in a URL', async () => {
    const { page } = await visit(browser);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const link = new URL(await linkBack({}, { form: 'fragment' }));
    await page.goto(link.href);
    await page.waitForURL('**/org/measurement');
    const [profileData = '', token = ''] = link.hash.slice(1).split('/');
    // Only the browser's own tools see the fragment of its first request.
    const sent = asked.map((address) => address.split('#')[0]).join(' ');
    expect(sent).toContain('/api/launch/called-back');
    for (const carried of [profileData, token]) expect(sent).not.toContain(carried);
    expect(page.url()).not.toContain(token);
  });

  test.each([
    [
      'was refused',
      'CALLBACK_NOT_ALLOWED',
      () => linkBack({ resultsCallbackUrl: 'https://evil.example/' }, { form: 'fragment' }),
    ],
    ['was cut', 'Not found', () => `${acme.origin}/org/c/called-back`],
  ])(
    'that carries its data in the fragment opens in the tab of one that %s',
    async (_, shown, of) => {
      const { page } = await visit(browser);
      await page.goto(await of());
      await page.getByText(shown).first().waitFor();
      // Only the fragment differs: the browser keeps the document.
      await page.goto(await linkBack({}, { form: 'fragment' }));
      await page.waitForURL('**/org/measurement');
    },
  );

  test.each([
    [
      'was tampered with',
      'LAUNCH_TOKEN_INVALID',
      async () => {
        const parts = (await linkBack()).split('/');
        const signed = parts[6] ?? '';
        const [head, claims = '', signature] = signed.split('.');
        const changed = Buffer.from(claims, 'base64url').toString().replace('p-7', 'p-8');
        parts[6] = [head, Buffer.from(changed).toString('base64url'), signature].join('.');
        return parts.join('/');
      },
    ],
    [
      'leads to a foreign site',
      'CALLBACK_NOT_ALLOWED',
      () => linkBack({ resultsCallbackUrl: 'https://evil.example/' }),
    ],
  ])('that %s does not redirect, and shows its error code', async (_, code, make) => {
    const { page } = await visit(browser);
    await page.goto(await make());
    await modal(page).getByText('could not be opened').waitFor();
    await modal(page).getByText(code).waitFor();
    expect(new URL(page.url()).origin).toBe(acme.origin);
    expect(placeOf(page)).toBe('/org/c/called-back');
  });
});

test('where the camera is refused a dialog says so, and its button returns to the callback', async () => {
  const refusing = await launchWithCamera({ allowCamera: false });
  try {
    const context = await refusing.newContext({ viewport: PHONE, isMobile: true });
    const page = await context.newPage();
    await page.goto(await linkBack({ cameraAutoStart: true }));
    await modal(page).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(`${done}?**`);
    expect(await readCallback(page.url())).toMatchObject({
      error: 'CAMERA_PERMISSION_NOT_GRANTED',
    });
  } finally {
    await refusing.close();
  }
});
