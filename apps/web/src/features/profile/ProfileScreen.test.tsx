// SPDX-License-Identifier: Apache-2.0
import { EMPTY_PROFILE, type ProfileForm } from '@perfuse/contract/person/profile';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { visitServicesOf } from '../../services/visit-services.ts';
import { ProfileScreen } from './ProfileScreen.tsx';

const COMPLETE: ProfileForm = {
  ...EMPTY_PROFILE,
  age: '45',
  heightCm: '178',
  weight: '82',
  gender: 'male',
  smoker: '0',
  diabetic: '0',
  hypertension: '0',
  hypertensionMedication: '0',
};

const open = (profile: ProfileForm) =>
  renderScreen(<ProfileScreen />, ({ session }) => session.getState().editProfile(profile));
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
const errorOf = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

test('a complete profile leads to the measurement', async () => {
  const { services, place } = await open(COMPLETE);
  submit();
  expect(place()).toBe('/measurement');
  expect(services.session.getState().profileCompleted).toBe(true);
});

test('an empty form shows every error, tied to its field, and puts the focus on the first', async () => {
  const { services, place } = await open(EMPTY_PROFILE);
  expect(field('Age')).not.toHaveProperty('ariaInvalid', 'true');
  submit();
  expect(place()).toBe('/start');
  expect(services.session.getState().profileCompleted).toBe(false);
  for (const name of ['Age', 'Height', 'Weight']) {
    expect(field(name).getAttribute('aria-invalid'), name).toBe('true');
    expect(errorOf(field(name)), name).toContain('Enter your');
  }
  const groups = [
    'Sex at birth',
    'Do you smoke?',
    'Do you have diabetes?',
    'Do you have high blood pressure?',
    'Do you take blood pressure medication?',
  ];
  for (const name of groups) {
    const group = screen.getByRole('radiogroup', { name });
    expect(group.getAttribute('aria-invalid'), name).toBe('true');
    expect(errorOf(group), name).toContain('Choose one.');
  }
  expect(field(/^Waist/).getAttribute('aria-invalid')).not.toBe('true');
  expect(document.activeElement).toBe(field('Age'));
});

test('the focus goes to a choice when that is the first error', async () => {
  await open({ ...COMPLETE, gender: '' });
  submit();
  const group = screen.getByRole('radiogroup', { name: 'Sex at birth' });
  expect(group.contains(document.activeElement)).toBe(true);
});

test('an error disappears as soon as it is corrected', async () => {
  await open({ ...COMPLETE, age: '17' });
  submit();
  expect(field('Age').getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(field('Age'), { target: { value: '18' } });
  expect(field('Age').getAttribute('aria-invalid')).not.toBe('true');
});

test('an impossible combination of height and weight shows its error at both fields', async () => {
  await open({ ...COMPLETE, heightCm: '300', weight: '25' });
  submit();
  for (const name of ['Height', 'Weight'])
    expect(errorOf(field(name))).toContain('or the combination');
});

test('a decimal number is refused rather than read as another number', async () => {
  await open(COMPLETE);
  fireEvent.change(field('Weight'), { target: { value: '72.5' } });
  submit();
  expect(errorOf(field('Weight'))).toContain('a whole number');
});

test('full-width digits count as digits', async () => {
  const { services, place } = await open(COMPLETE);
  fireEvent.change(field('Age'), { target: { value: '３０' } });
  submit();
  expect(place()).toBe('/measurement');
  expect(services.session.getState().profile.age).toBe('30');
});

test('switching the units converts what was entered', async () => {
  await open({ ...COMPLETE, waist: '94' });
  fireEvent.click(screen.getByRole('radio', { name: 'Imperial' }));
  const height = within(screen.getByRole('group', { name: 'Height' }));
  expect(height.getByRole('textbox', { name: 'Height (feet)' })).toHaveProperty('value', '5');
  expect(height.getByRole('textbox', { name: 'Height (inches)' })).toHaveProperty('value', '10');
  expect(field('Weight')).toHaveProperty('value', '181');
  expect(field(/^Waist/)).toHaveProperty('value', '37');
  submit();
});

test('the input is stored for the next visit', async () => {
  const first = await open(EMPTY_PROFILE);
  fireEvent.change(field('Age'), { target: { value: '61' } });
  first.services.flush();
  expect(localStorage.getItem('perfuse.session.consumer')).toContain('"age":"61"');
});

test('a height pasted as feet and inches fills both boxes', async () => {
  const { services } = await open({ ...COMPLETE, unit: 'imperial', heightCm: '', weight: '180' });
  fireEvent.change(field('Height (feet)'), { target: { value: '5\'11"' } });
  expect(services.session.getState().profile).toMatchObject({
    heightFeet: '5',
    heightInches: '11',
  });
});

test.each([`5'10"`, '5 ft 10 in', '5-10', '5 10'])(
  'a height typed as %s continues in the inches field',
  async (typed) => {
    const { services } = await open({ ...COMPLETE, unit: 'imperial', heightCm: '', weight: '180' });
    field('Height (feet)').focus();
    for (const sign of typed) {
      const box = document.activeElement;
      if (!(box instanceof HTMLInputElement)) throw new Error('No box has the focus.');
      fireEvent.change(box, { target: { value: box.value + sign } });
    }
    expect(document.activeElement).toBe(field('Height (inches)'));
    expect(services.session.getState().profile).toMatchObject({
      heightFeet: '5',
      heightInches: '10',
    });
  },
);

test('a cuff reading can be collapsed, and an incomplete one is refused', async () => {
  await open({ ...COMPLETE, cuffSystolic: '128' });
  expect(field('Systolic')).toHaveProperty('value', '128');
  fireEvent.click(screen.getByRole('button', { name: /Blood pressure from a cuff/ }));
  expect(screen.queryByRole('textbox', { name: 'Systolic' })).toBeNull();
  submit();
  expect(errorOf(field('Diastolic'))).toContain('both numbers');
  expect(document.activeElement).toBe(field('Systolic'));
});

test('the hints of a field are its accessible description', async () => {
  await open(COMPLETE);
  const waist = field('Waist (optional)');
  expect(errorOf(waist)).toContain('cm');
  expect(errorOf(waist)).toContain('Midway between your lowest rib');
});

const country = () => screen.getByRole('combobox', { name: 'Country where you live (optional)' });

test('the country is optional, prefilled from the region of the browser and changeable', async () => {
  const { services } = await open(COMPLETE);
  expect(country()).toHaveProperty('value', 'US');
  expect(errorOf(country())).toContain('Taken from your browser');
  fireEvent.change(country(), { target: { value: 'BR' } });
  expect(services.session.getState().profile.country).toBe('BR');
  expect(errorOf(country())).not.toContain('Taken from your browser');
});

test('an unchanged prefilled country is submitted', async () => {
  const { services } = await open(COMPLETE);
  submit();
  expect(services.session.getState().profile.country).toBe('US');
});

test('a cleared country is accepted and not prefilled again', async () => {
  const { services, place } = await open(COMPLETE);
  fireEvent.change(country(), { target: { value: '' } });
  submit();
  expect(place()).toBe('/measurement');
  expect(services.session.getState().profile.country).toBe('');
  cleanup();
  await open({ ...COMPLETE, country: '' });
  expect(country()).toHaveProperty('value', '');
});

test('in callback mode the screen leads back to the integrator, not to a hidden screen', async () => {
  await renderScreen(<ProfileScreen />, (services) => {
    const resultsCallbackUrl = 'https://clinic.example/done';
    visitServicesOf(services).visit.setState({ resultsCallbackUrl, wantsEvents: false });
  });
  expect(screen.queryByRole('link', { name: /Back/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
});
