// SPDX-License-Identifier: Apache-2.0
import {
  CONDITIONS,
  DEFAULT_PROTOCOL,
  isKnownCondition,
  PROTOCOL_LIMITS,
  protocolSchema,
  type Protocol,
} from '@perfuse/contract/study/protocol';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Message } from '@perfuse/ui/feedback/Message.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Choice } from '@perfuse/ui/form/Choice.tsx';
import { Form } from '@perfuse/ui/form/Form.tsx';
import { SelectField } from '@perfuse/ui/form/SelectField.tsx';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Screen } from '../../components/screen/Screen.tsx';
import { saveText } from '../../platform/browser/save-file.ts';
import { parseProtocol } from './model/protocol-storage.ts';
import styles from './Study.module.css';
import { useStudy, useStudyState } from './use-study.ts';

const OWN = 'own';

/** A step as typed. */
interface Draft {
  readonly key: number;
  readonly condition: string;
  readonly isOwn: boolean;
  readonly instruction: string;
  readonly pauseS: string;
  readonly repetitions: string;
}

let lastKey = 0;
const newKey = (): number => (lastKey += 1);

const draftsOf = ({ steps }: Protocol): Draft[] =>
  steps.map(({ condition, instruction = '', pauseS, repetitions }) => ({
    ...{ key: newKey(), condition, instruction },
    isOwn: !isKnownCondition(condition),
    pauseS: String(pauseS),
    repetitions: String(repetitions),
  }));

const parsed = (name: string, order: Protocol['order'], drafts: readonly Draft[]) =>
  protocolSchema.safeParse({
    ...{ format: 'perfuse-study-protocol', version: 1, name, order },
    steps: drafts.map(({ condition, instruction, pauseS, repetitions }) => ({
      condition,
      ...(instruction.trim() !== '' && { instruction }),
      pauseS: pauseS.trim() === '' ? Number.NaN : Number(pauseS),
      repetitions: repetitions.trim() === '' ? Number.NaN : Number(repetitions),
    })),
  });

interface StepProps {
  readonly draft: Draft;
  readonly number: number;
  /** The message for an entry that breaks a rule. */
  readonly errorOf: (field: keyof Draft) => string | undefined;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly onUp: (() => void) | null;
  readonly onRemove: (() => void) | null;
}

function StepFields({ draft, number, errorOf, onChange, onUp, onRemove }: StepProps): ReactNode {
  const { t } = useTranslation('study');
  return (
    <Card title={t('protocol.step', { number })}>
      <div className={styles['stack']}>
        <SelectField
          label={t('protocol.condition')}
          value={draft.isOwn ? OWN : draft.condition}
          options={[
            ...CONDITIONS.map((condition) => ({
              value: condition,
              label: t(`condition.${condition}`),
            })),
            { value: OWN, label: t('protocol.own') },
          ]}
          onChange={(value) =>
            onChange(
              value === OWN ? { isOwn: true, condition: '' } : { isOwn: false, condition: value },
            )
          }
        />
        {draft.isOwn && (
          <TextField
            label={t('protocol.ownName')}
            value={draft.condition}
            error={errorOf('condition')}
            onChange={(condition) => onChange({ condition })}
          />
        )}
        <TextField
          label={t('protocol.instruction')}
          hint={draft.isOwn ? undefined : t('protocol.instructionHint')}
          value={draft.instruction}
          error={errorOf('instruction')}
          onChange={(instruction) => onChange({ instruction })}
        />
        <div className={styles['pair']}>
          <TextField
            label={t('protocol.pause')}
            value={draft.pauseS}
            error={errorOf('pauseS')}
            numeric
            onChange={(pauseS) => onChange({ pauseS })}
          />
          <TextField
            label={t('protocol.repetitions')}
            value={draft.repetitions}
            error={errorOf('repetitions')}
            numeric
            onChange={(repetitions) => onChange({ repetitions })}
          />
        </div>
        <div className={styles['row']}>
          {onUp !== null && (
            <Button variant="quiet" onPress={onUp}>
              {t('protocol.up')}
            </Button>
          )}
          {onRemove !== null && (
            <Button variant="quiet" onPress={onRemove}>
              {t('protocol.remove')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

/** Edits the protocol, and imports and exports it as a file. */
export function ProtocolEditor({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation('study');
  const study = useStudy();
  const kept = useStudyState((state) => state.protocol);
  const [name, setName] = useState(kept.name);
  const [order, setOrder] = useState(kept.order);
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => draftsOf(kept));
  const [problem, setProblem] = useState<'invalid' | 'broken' | 'unkept' | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const formId = useId();
  const entered = parsed(name, order, drafts);
  const wrong = new Set(entered.error?.issues.map(({ path }) => path.join('.')));
  const errorOf = (path: string): string | undefined =>
    problem === 'invalid' && wrong.has(path) ? t('protocol.problem.invalid') : undefined;

  const show = (protocol: Protocol): void => {
    setName(protocol.name);
    setOrder(protocol.order);
    setDrafts(draftsOf(protocol));
    setProblem(null);
  };
  const checked = (accept: (protocol: Protocol) => void): void => {
    setProblem(entered.success ? null : 'invalid');
    if (entered.success) accept(entered.data);
  };
  const save = (): void =>
    checked((protocol) => {
      if (study.keepProtocol(protocol)) onClose();
      else setProblem('unkept');
    });
  const take = async (chosen: File): Promise<void> => {
    const protocol = parseProtocol(await chosen.text());
    if (protocol === null) setProblem('broken');
    else show(protocol);
  };
  const swapped = (at: number): Draft[] =>
    drafts.flatMap((draft, i) => {
      const [before, after] = [drafts[at - 1], drafts[at]];
      if (before === undefined || after === undefined) return [draft];
      return [i === at - 1 ? after : i === at ? before : draft];
    });

  return (
    <Screen
      key="protocol"
      title={t('protocol.title')}
      lead={t('protocol.lead')}
      actions={
        <>
          <Button type="submit" form={formId}>
            {t('protocol.save')}
          </Button>
          <Button variant="quiet" onPress={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={save}>
        <div className={styles['stack']}>
          <TextField
            label={t('protocol.name')}
            value={name}
            onChange={setName}
            error={errorOf('name')}
          />
          <Choice
            label={t('protocol.order')}
            value={order}
            options={[
              { value: 'fixed', label: t('protocol.fixed') },
              { value: 'random', label: t('protocol.random') },
            ]}
            onChange={setOrder}
          />
        </div>
        {drafts.map((draft, at) => (
          <StepFields
            key={draft.key}
            draft={draft}
            number={at + 1}
            errorOf={(field) => errorOf(`steps.${String(at)}.${field}`)}
            onChange={(change) =>
              setDrafts(drafts.map((one) => (one === draft ? { ...one, ...change } : one)))
            }
            onUp={at === 0 ? null : () => setDrafts(swapped(at))}
            onRemove={
              drafts.length === 1 ? null : () => setDrafts(drafts.filter((one) => one !== draft))
            }
          />
        ))}
      </Form>
      <div className={styles['row']}>
        {drafts.length < PROTOCOL_LIMITS.maxSteps && (
          <Button
            variant="secondary"
            onPress={() =>
              setDrafts([
                ...drafts,
                ...draftsOf({
                  ...DEFAULT_PROTOCOL,
                  steps: [{ condition: 'rest', pauseS: 60, repetitions: 1 }],
                }),
              ])
            }
          >
            {t('protocol.add')}
          </Button>
        )}
        <Button variant="secondary" onPress={() => file.current?.click()}>
          {t('protocol.import')}
        </Button>
        <Button
          variant="secondary"
          onPress={() =>
            checked((protocol) =>
              saveText(
                'study-protocol.json',
                'application/json',
                JSON.stringify(protocol, null, 2),
              ),
            )
          }
        >
          {t('export')}
        </Button>
        <Button variant="quiet" onPress={() => show(DEFAULT_PROTOCOL)}>
          {t('protocol.restore')}
        </Button>
        <input
          ref={file}
          type="file"
          accept="application/json"
          hidden
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (chosen !== undefined) void take(chosen);
          }}
        />
      </div>
      <Message tone="error">{problem !== null && t(`protocol.problem.${problem}`)}</Message>
    </Screen>
  );
}
