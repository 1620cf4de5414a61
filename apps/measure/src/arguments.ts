// SPDX-License-Identifier: Apache-2.0
/** The command line of `npm run measure`. */
import { parseArgs } from 'node:util';
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import type { Demographics } from '@perfuse/contract/person/demographics';
import {
  EMPTY_PROFILE,
  parseProfileForm,
  type ProfileForm,
} from '@perfuse/contract/person/profile';

export interface MeasureJob {
  readonly recording: string;
  readonly json: boolean;
  /** Address of a running server; else one is started. */
  readonly url?: string;
  /** Validated answers of the profile form. */
  readonly profile: ProfileForm;
  /** Show the browser and leave everything open at the end. */
  readonly keepOpen: boolean;
  readonly verbose: boolean;
  /** Films the recording in real time with a camera, instead of reading it frame by frame. */
  readonly realTime: boolean;
  /** Factor by which the computer is slowed down while filming; 1: not at all. */
  readonly cpu: number;
}

export const HELP = `Measures a recorded video with the real app, in a headless Chromium. Reads every frame, even on a slow computer:
the same recording gives the same numbers everywhere.

  npm run measure -- FILE [options]

FILE is an mp4, mov, webm, mkv or y4m recording of a face, at least 31 seconds long.

  --json                    print one JSON object
  --age YEARS               18 to 120 (40)
  --height CM               50 to 300 (175)
  --weight KG               25 to 300 (75)
  --waist CM                40 to 200; empty by default
  --sex male|female         sex at birth (male)
  --smoker                  smokes
  --diabetes KIND           none, type1 or type2 (none)
  --hypertension            has high blood pressure
  --bp-medication           takes blood pressure medication
  --url ADDRESS             use this server instead of starting one; it must allow recordings, unless with --real-time
  --real-time               play the recording as the browser's camera; a busy computer drops frames
  --keep-open               show the browser and keep it open until Ctrl-C
  --cpu FACTOR              slow the CPU down 1 to 20 times, and report the longest task
  --verbose                 show the server's output

Exit code: 0 measured or signal refused, 1 failed, 2 wrong usage.
`;

const MAX_CPU = 20;

function factorOf(text: string): Outcome<number> {
  const factor = Number(text);
  return text.trim() !== '' && factor >= 1 && factor <= MAX_CPU
    ? accepted(factor)
    : refused(`--cpu must be a number from 1 to ${String(MAX_CPU)}.`);
}

/** The option that each field of the form comes from, and its rule in plain words. */
const RULES: Readonly<Partial<Record<keyof ProfileForm, string>>> = {
  age: '--age must be whole years from 18 to 120.',
  heightCm: '--height (whole cm, 50 to 300) is out of range, alone or together with --weight.',
  weight: '--weight (whole kg, 25 to 300) is out of range, alone or together with --height.',
  gender: '--sex must be male or female.',
  diabetic: '--diabetes must be none, type1 or type2.',
  waist: '--waist must be whole centimetres from 40 to 200.',
};

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  age: { type: 'string', default: '40' },
  height: { type: 'string', default: '175' },
  weight: { type: 'string', default: '75' },
  waist: { type: 'string', default: '' },
  sex: { type: 'string', default: 'male' },
  smoker: { type: 'boolean' },
  diabetes: { type: 'string', default: 'none' },
  hypertension: { type: 'boolean' },
  'bp-medication': { type: 'boolean' },
  url: { type: 'string' },
  'real-time': { type: 'boolean' },
  'keep-open': { type: 'boolean' },
  cpu: { type: 'string', default: '1' },
  verbose: { type: 'boolean' },
} as const;

type Parsed = ReturnType<typeof parseOptions>;
const parseOptions = (args: readonly string[]) =>
  parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });

function profileOf({ values }: Parsed): Outcome<ProfileForm> {
  const sex = values.sex;
  if (sex !== 'male' && sex !== 'female') return refused(RULES.gender ?? '');
  const diabetes = values.diabetes === 'none' ? '0' : values.diabetes;
  if (diabetes !== '0' && diabetes !== 'type1' && diabetes !== 'type2')
    return refused(RULES.diabetic ?? '');
  const yesNo = (answer: boolean | undefined): '1' | '0' => (answer === true ? '1' : '0');
  const form: ProfileForm = {
    ...EMPTY_PROFILE,
    age: values.age,
    heightCm: values.height,
    weight: values.weight,
    waist: values.waist,
    gender: sex,
    smoker: yesNo(values.smoker),
    diabetic: diabetes,
    hypertension: yesNo(values.hypertension),
    hypertensionMedication: yesNo(values['bp-medication']),
  };
  const checked: Outcome<Demographics, object> = parseProfileForm(form);
  if (checked.ok) return accepted(form);
  const broken = Object.entries(RULES).find(([field]) => Object.hasOwn(checked.reason, field));
  return refused(broken?.[1] ?? 'The profile is not valid.');
}

function addressOf(text: string | undefined): Outcome<string | undefined> {
  if (text === undefined) return accepted(undefined);
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'http:' || url?.protocol === 'https:'
    ? accepted(url.href)
    : refused('--url must be an http or https address.');
}

/** @returns the job, the first rule that was broken, or 'help'. */
export function parseMeasureArguments(args: readonly string[]): Outcome<MeasureJob> | 'help' {
  let parsed: Parsed;
  try {
    parsed = parseOptions(args);
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help === true) return 'help';
  const [recording, ...others] = positionals;
  if (recording === undefined) return refused('Pass a recording to measure.');
  if (others.length > 0) return refused('Only one recording can be measured at a time.');
  const profile = profileOf(parsed);
  if (!profile.ok) return profile;
  const url = addressOf(values.url);
  if (!url.ok) return url;
  const cpu = factorOf(values.cpu);
  if (!cpu.ok) return cpu;
  return accepted({
    recording,
    json: values.json === true,
    profile: profile.value,
    ...(url.value !== undefined && { url: url.value }),
    realTime: values['real-time'] === true,
    keepOpen: values['keep-open'] === true,
    verbose: values.verbose === true,
    cpu: cpu.value,
  });
}
