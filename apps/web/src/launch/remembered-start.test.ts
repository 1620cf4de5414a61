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

test("where the choice is the person's, only theirs", () => {
  const storage = memory();
  rememberStart(storage, answers('choice'));
  expect(rememberedStart(storage, false)).toBeNull();
  expect(rememberedStart(storage, true)).toEqual(answers('choice'));
});

test.each([
  ['the service analyses', answers()],
  ['people sign in', answers('device', true)],
])('it is forgotten when %s', (_, now) => {
  const storage = memory();
  rememberStart(storage, answers('device'));
  rememberStart(storage, now);
  expect(rememberedStart(storage, true)).toBeNull();
});

test('garbage, and a browser without storage, are none', () => {
  const storage = memory();
  storage.setItem('perfuse.start', '{"envVars":');
  expect(rememberedStart(storage, true)).toBeNull();
  expect(rememberedStart(null, true)).toBeNull();
});
