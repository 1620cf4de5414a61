// SPDX-License-Identifier: Apache-2.0
/** Continuing on a phone: what the desktop shows, and where the phone arrives. */
import type { RedeemedHandOff } from '@perfuse/contract/handoff/handoff';
import { EMPTY_PROFILE } from '@perfuse/contract/person/profile';
import { PATHS } from '../routes/paths.ts';
import { HandOffPanel } from '../features/handoff/HandOffDialog.tsx';
import type { HandOffView } from '../features/handoff/use-hand-off.ts';
import { ok, refused, type Answer } from './fake-backend.ts';
import type { ComponentStory, Story, AppStory } from './story.ts';

const TOKEN = 'q7Xw2pRfT0bYc9LkD4mZs1VuH6nJe8GaO3iKtB5yQvE';
const LINK = `https://perfuse.example.org/org/phone/acme-web#${TOKEN}`;

const panel = (view: () => HandOffView, isCutOff = false): ComponentStory => ({
  rests: '[role="dialog"]',
  show: () => (
    <HandOffPanel
      handOff={{ view: view(), isCutOff, renew: () => undefined, cancel: () => undefined }}
      onClose={() => undefined}
    />
  ),
});
const plain = (phase: Exclude<HandOffView['phase'], 'waiting'>): ComponentStory =>
  panel(() => ({ phase }));
const waiting = (): HandOffView => ({
  phase: 'waiting',
  id: 'story',
  link: LINK,
  endsAt: performance.now() + 272_000,
});

const arrival = (answer: Answer | 'never'): AppStory => ({
  path: `${PATHS.phone}#${TOKEN}`,
  answers: {
    'POST /api/handoff/redeem': answer,
    'POST /api/auths/renew': ok({ Token: 'token', RefreshToken: 'refresh' }),
    'POST /api/userData': ok({ success: true }),
  },
});
const SIGNED_IN: RedeemedHandOff = {
  pair: { Token: 'token', RefreshToken: 'refresh' },
  user: { username: 'ada.lovelace@example.org', phoneNumber: '' },
  session: {
    termsAccepted: true,
    consentCompleted: true,
    consent: null,
    profileCompleted: true,
    profile: EMPTY_PROFILE,
  },
  language: 'en',
  launched: null,
};

export const HANDOFF_STORIES: Readonly<Record<string, Story>> = {
  'handoff-asking': plain('asking'),
  'handoff-waiting': panel(waiting),
  'handoff-cut-off': panel(waiting, true),
  'handoff-expired': plain('expired'),
  'handoff-offline': plain('offline'),
  'handoff-failed': plain('failed'),
  'handoff-local': plain('local'),
  'handoff-insecure': plain('insecure'),
  'handoff-opened': plain('opened'),
  'handoff-measured': plain('measured'),
  'phone-coming': arrival('never'),
  'phone-refused': arrival(refused(400, 'INVALID_HANDOFF')),
  'phone-failed': arrival(refused(503, 'SERVICE_UNAVAILABLE')),
  'phone-signed-in': {
    ...arrival(ok(SIGNED_IN)),
    rests: '[data-part="actions"]',
  },
};
