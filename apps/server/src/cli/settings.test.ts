// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { UsageError } from './failure.ts';
import { withSettings } from './settings.ts';

describe('settings changed by assignments', () => {
  it.each<[before: unknown, assignments: string[], after: unknown]>([
    [{}, ['hideHistograms=true'], { hideHistograms: true }],
    [{}, ['branding.pageTitle=Acme = Health'], { branding: { pageTitle: 'Acme = Health' } }],
    [{}, ['resultPages=["overall"]', 'language=de'], { resultPages: ['overall'], language: 'de' }],
    [
      { branding: { pageTitle: 'A', logo: 'x' } },
      ['branding.pageTitle='],
      { branding: { logo: 'x' } },
    ],
    [{ branding: { pageTitle: 'A' }, language: 'de' }, ['branding.pageTitle='], { language: 'de' }],
    [{ language: 'de' }, ['language.deeper=x'], { language: { deeper: 'x' } }],
  ])('%j with %j are %j', (before, assignments, after) => {
    expect(withSettings(before, assignments)).toEqual(after);
  });

  it('leave the original settings unchanged', () => {
    const before = { branding: { pageTitle: 'A' } };
    withSettings(before, ['branding.pageTitle=B']);
    expect(before).toEqual({ branding: { pageTitle: 'A' } });
  });

  it.each(['language', '=de', 'a..b=1', 'a b=1', ''])('refuse %j', (assignment) => {
    expect(() => withSettings({}, [assignment])).toThrow(UsageError);
  });

  it('cannot reach a prototype', () => {
    withSettings({}, ['__proto__.polluted=true', 'constructor.prototype.polluted=true']);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
