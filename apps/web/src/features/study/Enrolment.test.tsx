// SPDX-License-Identifier: Apache-2.0
import './texts.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import i18next from 'i18next';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createServices } from '../../services/services.ts';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { Enrolment } from './Enrolment.tsx';
import { studyOf } from './model/study.ts';
import { StudyContext } from './use-study.ts';

test('the language of a consent is the one that it was read in', async () => {
  const study = studyOf(createServices());
  onTestFinished(async () => {
    study.filming.actor.stop();
    await i18next.changeLanguage('en');
  });
  const begin = vi.fn(() => Promise.resolve());
  const nothing = vi.fn();
  await renderScreen(
    <StudyContext value={{ ...study, begin }}>
      <Enrolment participant="P-01" onCancel={nothing} onDone={nothing} />
    </StudyContext>,
  );
  fireEvent.click(screen.getByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await act(async () => {
    await i18next.changeLanguage('de');
  });
  fireEvent.click(await screen.findByRole('radio', { name: 'Hautton 7 von 10' }));
  fireEvent.click(screen.getByRole('button', { name: 'Weiter' }));
  expect(begin).toHaveBeenCalledWith(expect.objectContaining({ language: 'en', skinTone: 7 }));
});
