// SPDX-License-Identifier: Apache-2.0
import {
  authorises,
  consentBody,
  givenConsentSchema,
  POLICY_VERSION,
} from '@perfuse/contract/account/consent';
import type { AnalysisPlaces } from '@perfuse/contract/configuration/measurement';
import { z } from '@perfuse/contract/schema';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import type { Services } from '../../services/services.ts';
import { hasConsented } from '../../session/session-state.ts';
import { ORGANISATION } from '../../gallery/fake-backend.ts';
import { ConsentScreen } from './ConsentScreen.tsx';

afterEach(() => vi.unstubAllGlobals());

const boxes = () => screen.getAllByRole('checkbox');
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
const tick = (at: number) => {
  const box = boxes()[at];
  if (box === undefined) throw new Error(`there is no box ${String(at)}`);
  fireEvent.click(box);
};
const invalid = () => boxes().map((box) => box.getAttribute('aria-invalid') === 'true');

interface Reply {
  readonly status: number;
  readonly body: unknown;
}
const ok = (body: unknown): Reply => ({ status: 200, body });
const refused = (status: number): Reply => ({ status, body: { Code: 'X', Message: 'x' } });
const NO_CONSENT = {
  ID: '',
  description: '',
  data_controller: { company: '', contact: '', email: '', on_behalf: false },
  purposes: [],
  policy_url: '',
  policy_version: '',
  collection_mode: '',
  Created: 0,
};

/** A guest's service. @param save its reply to the record. */
function service(save: Reply, retrieve = ok(NO_CONSENT)) {
  const sent: unknown[] = [];
  const replies: Readonly<Record<string, Reply>> = {
    'POST /api/token': ok({ Token: 'guest', RefreshToken: 'refresh' }),
    'GET /analysis/consents': retrieve,
    'GET /analysis/organizations': ok(ORGANISATION),
    'POST /analysis/consents': save,
  };
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const route = `${init.method ?? 'GET'} ${new URL(address, 'http://localhost').pathname}`;
    if (route === 'POST /analysis/consents' && typeof init.body === 'string') {
      sent.push(JSON.parse(init.body));
    }
    const { status, body } = replies[route] ?? refused(404);
    return Promise.resolve(Response.json(body, { status }));
  });
  return sent;
}

const GIVEN = {
  description: 'd',
  policy_url: 'https://localhost/privacy',
  policy_version: POLICY_VERSION,
  collection_mode: 'web-form',
};

/** Sets where measurements are analysed, as start-up would. */
const measuredOn =
  (analysis: AnalysisPlaces) =>
  ({ launch }: Services): void =>
    launch.store.setState({
      phase: 'ready',
      facts: {
        analysisHost: 'localhost/analysis',
        requiresAuthentication: false,
        signIn: { loginType: 'password', allowSignup: true, orgIdentifier: 'demo' },
        settings: { analysis },
      },
    });

const agreeAll = async () => {
  const rendered = await renderScreen(<ConsentScreen />, ({ followLaunch }) =>
    followLaunch({ analysisHost: 'localhost/analysis', issueDevice: null }),
  );
  tick(0);
  tick(1);
  submit();
  return rendered;
};

test("ticking both boxes records a guest's consent at the service and leads to the profile", async () => {
  const sent = service(ok({ ...NO_CONSENT, success: true }));
  const { services, place } = await agreeAll();
  await expect.poll(place).toBe('/profile');
  expect(services.session.getState().consentCompleted).toBe(true);
  expect(sent).toEqual([
    expect.objectContaining({
      policy_version: POLICY_VERSION,
      data_controller: expect.objectContaining({ company: 'Perfuse' }) as unknown,
    }),
  ]);
  const [record] = z.array(consentBody).parse(sent);
  expect(authorises(record ?? null, 'healthDataProcessing')).toBe(true);
});

test('while the service is unavailable the consent is kept, and recorded before the measurement', async () => {
  service(ok({}), refused(503));
  const { services, place } = await agreeAll();
  await expect.poll(place).toBe('/profile');
  const { consent } = services.session.getState();
  if (consent === null) throw new Error('The consent was not kept.');
  const sent = service(ok({ ...NO_CONSENT, success: true }));
  await services.consents.ensure(consent);
  expect(sent).toEqual([expect.objectContaining({ policy_version: POLICY_VERSION })]);
  const again = service(ok({}), ok({ ...NO_CONSENT, ...consent, ID: 'r', Created: 1 }));
  await services.consents.ensure(consent);
  expect(again).toEqual([]);
});

test('no consent is given when the service refuses to record it', async () => {
  service(refused(400));
  const { services, place } = await agreeAll();
  await screen.findByText(/could not be saved/);
  expect(place()).toBe('/start');
  expect(services.session.getState().consentCompleted).toBe(false);
});

test('a consent to analysis on this device is not sent to the service and does not cover it', async () => {
  const sent = service(refused(503));
  const { services, place } = await renderScreen(<ConsentScreen />, measuredOn('device'));
  expect(screen.getByText(/may be processed on this device/)).toBeTruthy();
  expect(screen.getByText(/receives nothing of it/)).toBeTruthy();
  expect(screen.queryByText(/may process and store/)).toBeNull();
  tick(0);
  tick(1);
  submit();
  await expect.poll(place).toBe('/profile');
  expect(sent).toEqual([]);
  const { consent } = services.session.getState();
  expect(authorises(consent, 'privacyPolicyAndTermsOfUse')).toBe(true);
  expect(authorises(consent, 'healthDataProcessing')).toBe(false);
  expect(hasConsented(services.session.getState(), true)).toBe(true);
  expect(hasConsented(services.session.getState(), false)).toBe(false);
});

test('the texts follow the chosen place of analysis, and a consent for one does not tick the boxes of the other', async () => {
  service(ok({}));
  const { services } = await renderScreen(<ConsentScreen />, (given) => {
    measuredOn('choice')(given);
    given.session.getState().preferDevice(true);
    const purposes = [{ purpose: 'privacyPolicyAndTermsOfUse', authorized: true, description: '' }];
    given.session.getState().completeConsent(givenConsentSchema.parse({ ...GIVEN, purposes }));
  });
  expect(screen.getByText(/may be processed on this device/)).toBeTruthy();
  act(() => services.session.getState().preferDevice(false));
  expect(screen.getByText(/may process and store/)).toBeTruthy();
  expect(screen.queryByText(/on this device/)).toBeNull();
  expect(boxes().map((box) => box instanceof HTMLInputElement && box.checked)).toEqual([
    false,
    false,
  ]);
});

test('unticked boxes show their errors, and the first takes the focus', async () => {
  const { services, place } = await renderScreen(<ConsentScreen />);
  submit();
  expect(screen.getByText(/Please accept the terms of use/)).toBeTruthy();
  expect(screen.getByText(/Please agree to the processing/)).toBeTruthy();
  expect(invalid()).toEqual([true, true]);
  expect(document.activeElement).toBe(boxes()[0]);
  expect(services.session.getState().consentCompleted).toBe(false);
  expect(place()).toBe('/start');
});

test('a single unticked box shows only its own error', async () => {
  await renderScreen(<ConsentScreen />);
  tick(0);
  submit();
  expect(invalid()).toEqual([false, true]);
  expect(document.activeElement).toBe(boxes()[1]);
  tick(1);
  expect(invalid()).toEqual([false, false]);
});

test('the terms and the privacy policy can be read without ticking the box', async () => {
  await renderScreen(<ConsentScreen />);
  const link = screen.getByRole('link', { name: /privacy policy/ });
  expect(link.getAttribute('href')).toBe('/privacy');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.closest('label')).toBeNull();
});
