// SPDX-License-Identifier: Apache-2.0
import { MONK_TONES } from '@perfuse/contract/study/session-file';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Checkbox } from '@perfuse/ui/form/Checkbox.tsx';
import field from '@perfuse/ui/form/Field.module.css';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import styles from './Study.module.css';
import type { Participation } from './model/new-session.ts';
import { useStudy } from './use-study.ts';

const UNSAID = 'unsaid';

interface ToneProps {
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

/** The ten swatches of the Monk scale, and the option not to choose. */
function ToneChoice({ value, onChange, error }: ToneProps): ReactNode {
  const { t } = useTranslation('study');
  const errorId = useId();
  return (
    <RadioGroup
      aria-label={t('tone.title')}
      value={value}
      onChange={onChange}
      isInvalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : errorId}
      validationBehavior="aria"
      className={styles['tones'] ?? ''}
    >
      <div className={styles['swatches']}>
        {MONK_TONES.map((tone) => (
          <RadioField key={tone} value={String(tone)} className={styles['tone'] ?? ''}>
            <RadioButton className={styles['swatch'] ?? ''} data-tone={tone}>
              <VisuallyHidden elementType="span">{t('tone.swatch', { tone })}</VisuallyHidden>
              <span aria-hidden="true">{tone}</span>
            </RadioButton>
          </RadioField>
        ))}
      </div>
      <RadioField value={UNSAID} className={styles['tone'] ?? ''}>
        <RadioButton className={styles['unsaid'] ?? ''}>{t('tone.unsaid')}</RadioButton>
      </RadioField>
      {error !== undefined && (
        <span id={errorId} className={field['error']}>
          {error}
        </span>
      )}
    </RadioGroup>
  );
}

interface StepProps {
  readonly step: 'consent' | 'tone';
  /** Text above the form. */
  readonly text?: ReactNode;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

function Step({ step, text, onSubmit, onCancel, children }: StepProps): ReactNode {
  const { t } = useTranslation('study');
  const formId = useId();
  return (
    <Screen
      title={t(`${step}.title`)}
      lead={t(`${step}.lead`)}
      actions={
        <>
          <Button type="submit" form={formId}>
            {t('next')}
          </Button>
          <Button variant="quiet" onPress={onCancel}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      {text}
      <Form id={formId} onSubmit={onSubmit}>
        {children}
      </Form>
    </Screen>
  );
}

interface AnswerProps<Answer> {
  readonly onAnswer: (answer: Answer) => void;
  readonly onCancel: () => void;
}

type Agreement = Pick<Participation, 'agreedMs' | 'language'>;

function ConsentStep({ onAnswer, onCancel }: AnswerProps<Agreement>): ReactNode {
  const { t, i18n } = useTranslation('study');
  const [isTicked, setTicked] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const submit = (): void => {
    setMissing(!isTicked);
    // In the language in which it was read, even if it changes later.
    if (isTicked) onAnswer({ agreedMs: Date.now(), language: i18n.language });
  };
  const points = (
    <ul className={styles['points']}>
      <li>{t('consent.recorded')}</li>
      <li>{t('consent.images')}</li>
      <li>{t('consent.place')}</li>
      <li>{t('consent.voluntary')}</li>
      <li>{t('consent.noDiagnosis')}</li>
    </ul>
  );
  return (
    <Step step="consent" text={points} onSubmit={submit} onCancel={onCancel}>
      <Checkbox
        isSelected={isTicked}
        onChange={setTicked}
        error={isMissing && !isTicked ? t('consent.missing') : undefined}
      >
        {t('consent.agree')}
      </Checkbox>
    </Step>
  );
}

function ToneStep({ onAnswer, onCancel }: AnswerProps<Participation['skinTone']>): ReactNode {
  const { t } = useTranslation('study');
  const [tone, setTone] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const submit = (): void => {
    setMissing(tone === null);
    if (tone !== null) onAnswer(tone === UNSAID ? null : Number(tone));
  };
  return (
    <Step step="tone" onSubmit={submit} onCancel={onCancel}>
      <ToneChoice
        value={tone}
        onChange={setTone}
        error={isMissing && tone === null ? t('tone.missing') : undefined}
      />
    </Step>
  );
}

export interface EnrolmentProps {
  readonly participant: string;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** The person agrees, and states their skin tone. */
export function Enrolment({ participant, onCancel, onDone }: EnrolmentProps): ReactNode {
  const study = useStudy();
  const [agreement, setAgreement] = useState<Agreement | null>(null);
  if (agreement === null) return <ConsentStep onAnswer={setAgreement} onCancel={onCancel} />;
  const begin = async (skinTone: Participation['skinTone']): Promise<void> => {
    await study.begin({ participant, ...agreement, skinTone });
    onDone();
  };
  return <ToneStep onAnswer={(tone) => void begin(tone)} onCancel={onCancel} />;
}
