// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { rememberedStart, rememberStart, type StartAnswers } from './remembered-start.ts';

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    length: 0,
    clear: () => kept.clear(),
    key: () => null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const answers = (analysis?: 'service' | 'device' | 'choice', auth = false): StartAnswers => ({
  envVars: { apiHost: 'app.example/analysis', ...(analysis !== undefined && { analysis }) },
  status: { auth, signIn: { loginType: 'password', allowSignup: false, orgIdentifier: 'demo' } },
});

test('a start is remembered where the device can measure by itself', () => {
  const storage = memory();
  rememberStart(storage, answers('device'));
  expect(rememberedStart(storage, false)).toEqual(answers('device'));
});

test('where the user may choose, a start is remembered only for those who prefer the device', () => {
  const storage = memory();
  rememberStart(storage, answers('choice'));
  expect(rememberedStart(storage, false)).toBeNull();
  expect(rememberedStart(storage, true)).toEqual(answers('choice'));
});

test.each([
  ['the service analyses', answers()],
  ['people sign in', answers('device', true)],
])('a remembered start is deleted when %s', (_, now) => {
  const storage = memory();
  rememberStart(storage, answers('device'));
  rememberStart(storage, now);
  expect(rememberedStart(storage, true)).toBeNull();
});

test('an invalid entry, or a browser without storage, gives no remembered start', () => {
  const storage = memory();
  storage.setItem('perfuse.start', '{"envVars":');
  expect(rememberedStart(storage, true)).toBeNull();
  expect(rememberedStart(null, true)).toBeNull();
});
