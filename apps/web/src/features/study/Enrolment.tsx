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
import type { Participation } from './model/study.ts';
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

export interface EnrolmentProps {
  readonly participant: string;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** The person agrees, and states their skin tone. */
export function Enrolment({ participant, onCancel, onDone }: EnrolmentProps): ReactNode {
  const { t, i18n } = useTranslation('study');
  const study = useStudy();
  const [isTicked, setTicked] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [agreed, setAgreed] = useState<Pick<Participation, 'agreedMs' | 'language'> | null>(null);
  const [tone, setTone] = useState<string | null>(null);
  const formId = useId();
  const cancel = (
    <Button variant="quiet" onPress={onCancel}>
      {t('cancel')}
    </Button>
  );
  if (agreed === null) {
    return (
      <Screen
        key="consent"
        title={t('consent.title')}
        lead={t('consent.lead')}
        actions={
          <>
            <Button type="submit" form={formId}>
              {t('next')}
            </Button>
            {cancel}
          </>
        }
      >
        <ul className={styles['points']}>
          <li>{t('consent.recorded')}</li>
          <li>{t('consent.images')}</li>
          <li>{t('consent.place')}</li>
          <li>{t('consent.voluntary')}</li>
          <li>{t('consent.noDiagnosis')}</li>
        </ul>
        <Form
          id={formId}
          onSubmit={() => {
            setMissing(!isTicked);
            // In the language in which it was read, even if it changes later.
            if (isTicked) setAgreed({ agreedMs: Date.now(), language: i18n.language });
          }}
        >
          <Checkbox
            isSelected={isTicked}
            onChange={setTicked}
            error={isMissing && !isTicked ? t('consent.missing') : undefined}
          >
            {t('consent.agree')}
          </Checkbox>
        </Form>
      </Screen>
    );
  }
  const begin = async (): Promise<void> => {
    setMissing(tone === null);
    if (tone === null) return;
    const skinTone = tone === UNSAID ? null : Number(tone);
    await study.begin({ participant, ...agreed, skinTone });
    onDone();
  };
  return (
    <Screen
      key="tone"
      title={t('tone.title')}
      lead={t('tone.lead')}
      actions={
        <>
          <Button type="submit" form={formId}>
            {t('next')}
          </Button>
          {cancel}
        </>
      }
    >
      <Form id={formId} onSubmit={() => void begin()}>
        <ToneChoice
          value={tone}
          onChange={setTone}
          error={isMissing && tone === null ? t('tone.missing') : undefined}
        />
      </Form>
    </Screen>
  );
}
