// SPDX-License-Identifier: Apache-2.0
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { launchedConfiguration } from '../../launch/launched.test-support.ts';
import { visitOf } from '../../launch/visit.ts';
import { renderScreen, untilShown } from '../../testing/render-screen.test-support.tsx';
import type { Services } from '../../services/services.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import { ContinueOnPhone } from './ContinueOnPhone.tsx';

const ID = '5f0e7c7e-5f53-4c55-9a37-3b4f6c7d8e9f';
const TOKEN = 'k'.repeat(43);
const CREATED = {
  id: ID,
  token: TOKEN,
  expiresInS: 300,
  publicUrl: 'https://perfuse.example' as string | null,
};

/** Answers of the service, by method and path; a test changes them while it runs. */
let answers: Record<string, { status: number; body: unknown } | 'away' | Promise<Response>>;
let calls: { route: string; body: unknown }[];
const refuse = (status: number) => ({ status, body: { Code: 'INTERNAL_ERROR', Message: '' } });
const ok = (body: unknown) => ({ status: 200, body });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  calls = [];
  answers = {
    'POST /api/token': ok({ Token: 'token', RefreshToken: 'refresh' }),
    'POST /api/handoff': ok(CREATED),
    [`GET /api/handoff/${ID}`]: ok({ state: 'waiting' }),
    [`DELETE /api/handoff/${ID}`]: ok({ success: true }),
  };
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const route = `${init.method ?? 'GET'} ${address}`;
    calls.push({ route, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    const answer = answers[route] ?? refuse(404);
    if (answer === 'away') return Promise.reject(new TypeError('away'));
    if (answer instanceof Promise) return answer;
    return Promise.resolve(Response.json(answer.body, { status: answer.status }));
  });
});

const asked = (route: string) => calls.filter((one) => one.route === route);
const offer = () => screen.queryByRole('button', { name: 'Continue on your phone' });
const PAGE = (
  <>
    <h1>Page</h1>
    <ContinueOnPhone />
  </>
);

async function open(prepare: (services: Services) => void = () => undefined): Promise<void> {
  await renderScreen(PAGE, prepare);
  const button = offer();
  if (button === null) throw new Error('nothing is offered');
  fireEvent.click(button);
  await untilShown(() => screen.queryByRole('dialog') !== null);
}
/** Waits until the page has polled the phone's progress again. */
const nextLook = () => act(() => vi.advanceTimersByTimeAsync(5_000));
const says = (text: RegExp): Promise<HTMLElement> => screen.findByText(text);

test('the session data is handed over, and the link is the public address with the token in the fragment', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await open(({ session }) => session.getState().acceptTerms());
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toMatch(/5:00|4:5\d/);
  expect(asked('POST /api/handoff')).toHaveLength(1);
  expect(asked('POST /api/handoff')[0]?.body).toMatchObject({
    edition: 'consumer',
    language: 'en',
    session: { termsAccepted: true, consentCompleted: false },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Copy the link' }));
  await says(/Link copied/);
  expect(writeText).toHaveBeenCalledExactlyOnceWith(`https://perfuse.example/phone#${TOKEN}`);
});

test('the link is shown where the browser does not allow copying', async () => {
  Reflect.deleteProperty(navigator, 'clipboard');
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Copy the link' }));
  await says(/does not allow copying/);
  expect(screen.getByText(`https://perfuse.example/phone#${TOKEN}`)).toBeTruthy();
});

test('closing the dialog deletes the link', async () => {
  await open();
  await screen.findByRole('timer');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(asked(`DELETE /api/handoff/${ID}`)).toHaveLength(1));
});

test('closing the dialog before the link arrives deletes it as well', async () => {
  let arrive: (answer: Response) => void = () => undefined;
  answers['POST /api/handoff'] = new Promise((resolve) => {
    arrive = resolve;
  });
  await open();
  await waitFor(() => expect(asked('POST /api/handoff')).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  arrive(Response.json(CREATED));
  await waitFor(() => expect(asked(`DELETE /api/handoff/${ID}`)).toHaveLength(1));
});

test('the desktop reports that the phone has opened the link, and then that the measurement is finished', async () => {
  await open();
  await screen.findByRole('timer');
  answers[`GET /api/handoff/${ID}`] = ok({ state: 'opened' });
  await nextLook();
  await screen.findByRole('heading', { name: 'Continue on your phone' });
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
  await says(/result will appear on the phone/);
  answers[`GET /api/handoff/${ID}`] = ok({ state: 'measured' });
  await nextLook();
  await screen.findByRole('heading', { name: 'Your measurement is finished' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(asked(`DELETE /api/handoff/${ID}`)).toHaveLength(0);
});

test('after a link was opened without success, such as by a phone that went offline, another one can be created', async () => {
  await open();
  await screen.findByRole('timer');
  answers[`GET /api/handoff/${ID}`] = ok({ state: 'opened' });
  await nextLook();
  await says(/Your phone has taken over/);
  fireEvent.click(screen.getByRole('button', { name: 'Create a new code' }));
  await screen.findByRole('timer');
  expect(asked('POST /api/handoff')).toHaveLength(2);
});

test('while the service does not answer, the code stays and the progress is shown as unknown', async () => {
  await open();
  await screen.findByRole('timer');
  answers[`GET /api/handoff/${ID}`] = 'away';
  await nextLook();
  await says(/whether your phone has opened the link/);
  expect(screen.getByRole('timer')).toBeTruthy();
  answers[`GET /api/handoff/${ID}`] = ok({ state: 'waiting' });
  await nextLook();
  await waitFor(() =>
    expect(screen.queryByText(/whether your phone has opened the link/)).toBeNull(),
  );
});

test('an expired link can be replaced', async () => {
  answers['POST /api/handoff'] = ok({ ...CREATED, expiresInS: 0 });
  await open();
  await says(/has expired/);
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
  answers['POST /api/handoff'] = ok(CREATED);
  fireEvent.click(screen.getByRole('button', { name: 'Create a new code' }));
  await screen.findByRole('timer');
  expect(asked('POST /api/handoff')).toHaveLength(2);
});

test.each([
  ['away', /could not reach the service/],
  [refuse(503), /could not be created/],
] as const)('a failure is shown and can be retried: %o', async (answer, text) => {
  answers['POST /api/handoff'] = answer;
  await open();
  await says(text);
  answers['POST /api/handoff'] = ok(CREATED);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('timer');
});

test.each([
  [null, /only this computer can reach/],
  ['http://192.168.1.5:4300', /not opened over https/],
] as const)(
  'no code is shown for an address that a phone cannot use: %s',
  async (publicUrl, text) => {
    answers['POST /api/handoff'] = ok({ ...CREATED, publicUrl });
    await open();
    await says(text);
    await says(/PERFUSE_PUBLIC_URL/);
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
    await waitFor(() => expect(asked(`DELETE /api/handoff/${ID}`)).toHaveLength(1));
  },
);

test('a visit with a callback says to whom the phone sends the result', async () => {
  answers[`GET /api/handoff/${ID}`] = ok({ state: 'opened' });
  const resultsCallbackUrl = 'https://clinic.example/done';
  await open((services) => {
    const visit = { ...visitOf(launchedConfiguration({ resultsCallbackUrl })), wantsEvents: false };
    visitServicesOf(services).visit.setState(visit);
  });
  await screen.findByRole('timer');
  await nextLook();
  await says(/sends the result to Acme Health/);
  expect(asked('POST /api/handoff')[0]?.body).toMatchObject({ launchId: 'launch-1' });
});

test('the hand-off is not offered on a phone', async () => {
  vi.stubGlobal('innerWidth', 390);
  await renderScreen(PAGE);
  expect(offer()).toBeNull();
});

test('the hand-off is not offered where another service issues the tokens', async () => {
  await renderScreen(PAGE, (services) => {
    const launched = launchedConfiguration({}, { customApiHostname: 'analysis.example' });
    visitServicesOf(services).visit.setState(visitOf(launched));
  });
  expect(offer()).toBeNull();
});
