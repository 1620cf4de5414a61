// SPDX-License-Identifier: Apache-2.0
import { useState, type ReactNode } from 'react';
import { Banner } from '@perfuse/ui/feedback/Banner.tsx';
import { Button } from '@perfuse/ui/form/Button.tsx';
import { Card } from '@perfuse/ui/layout/Card.tsx';
import { Checkbox } from '@perfuse/ui/form/Checkbox.tsx';
import { Choice } from '@perfuse/ui/form/Choice.tsx';
import { Dialog } from '@perfuse/ui/dialog/Dialog.tsx';
import { Disclosure } from '@perfuse/ui/layout/Disclosure.tsx';
import { ShieldIcon } from '@perfuse/ui/graphics/icons.tsx';
import { ProgressBar } from '@perfuse/ui/feedback/ProgressBar.tsx';
import { Skeleton } from '@perfuse/ui/feedback/Skeleton.tsx';
import { Stars } from '../components/Stars.tsx';
import { Status } from '@perfuse/ui/gauge/Status.tsx';
import { TextField } from '@perfuse/ui/form/TextField.tsx';
import styles from './Gallery.module.css';

const VARIANTS = ['primary', 'secondary', 'quiet'] as const;
const TONES = ['plain', 'quiet', 'notice'] as const;
const SEXES = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
] as const;

function Buttons(): ReactNode {
  return VARIANTS.map((variant) => (
    <div key={variant} className={styles['row']}>
      <Button variant={variant}>Measure again</Button>
      <Button variant={variant} isDisabled>
        Disabled
      </Button>
      <Button variant={variant} isPending>
        Waiting
      </Button>
    </div>
  ));
}

function Fields(): ReactNode {
  const [text, setText] = useState('178');
  const [isSelected, setSelected] = useState(true);
  const [sex, setSex] = useState<'female' | 'male' | ''>('female');
  return (
    <>
      <TextField label="Height" value={text} onChange={setText} unit="cm" numeric />
      <TextField
        label="Weight"
        value=""
        onChange={setText}
        unit="kg"
        error="Enter your weight in whole kilograms."
      />
      <Checkbox isSelected={isSelected} onChange={setSelected} details="Read the policy">
        I agree to the processing of my health data
      </Checkbox>
      <Checkbox isSelected={false} onChange={setSelected} error="Please agree to go on.">
        I agree to the terms of use
      </Checkbox>
      <Choice label="Sex at birth" options={SEXES} value={sex} onChange={setSex} />
    </>
  );
}

function Marks(): ReactNode {
  return (
    <>
      <Status colour="green">In the best range</Status>
      <Status colour="light-green">Good</Status>
      <Status colour="yellow">Below the usual range</Status>
      <Status colour="light-red">Clearly off the best range</Status>
      <Status colour="red">High</Status>
      <Status colour={null}>No value</Status>
      <div className={styles['row']}>
        {[0, 1, 2.5, 4, 5].map((count) => (
          <Stars key={count} count={count} />
        ))}
      </div>
      <ProgressBar label="Loading" percent={62} value="62%" />
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton shape="pill" />
    </>
  );
}

/** Every component of the design system in its states. */
export function ComponentsStory(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Banner>For investigational use only</Banner>
      <main className={styles['main']}>
        <h1>Components</h1>
        <section className={styles['part']}>
          <h2>Buttons</h2>
          <Buttons />
        </section>
        <section className={styles['part']}>
          <h2>Fields</h2>
          <Fields />
        </section>
        <section className={styles['part']}>
          <h2>Signs</h2>
          <Marks />
        </section>
        {TONES.map((tone) => (
          <Card key={tone} tone={tone} title={`A ${tone} card`} icon={<ShieldIcon />}>
            <p>No picture leaves your device: only numbers do.</p>
          </Card>
        ))}
        <Disclosure title="A part that folds away" aside="3 of 4 values" defaultExpanded>
          <p>What was folded away.</p>
        </Disclosure>
        <Disclosure title="A part that cannot be opened" aside="No result" isDisabled>
          {null}
        </Disclosure>
        <Button variant="secondary" onPress={() => setOpen(true)}>
          Open a dialog
        </Button>
        <Dialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          title="Heart rate"
          actions={<Button onPress={() => setOpen(false)}>OK</Button>}
        >
          <p>How often your heart beats in a minute.</p>
        </Dialog>
      </main>
    </>
  );
}
