// SPDX-License-Identifier: Apache-2.0
/** The command line of `npm run phantom`. */
import { parseArgs } from 'node:util';
import { accepted, refused, type Outcome } from '@perfuse/contract/outcome';
import { POLARITIES, SKIN_TONE_NAMES } from '../appearance.ts';
import type { ChunkOptions } from '../chunks.ts';
import { FACES } from '../video/picture.ts';
import type { FaceVideoOptions } from '../video/settings.ts';

export type PhantomJob =
  | { readonly kind: 'payloads'; readonly directory: string; readonly options: ChunkOptions }
  | { readonly kind: 'video'; readonly directory: string; readonly options: FaceVideoOptions };

type Use = 'both' | 'payloads' | 'video';
interface NumberOption {
  readonly min: number;
  readonly max: number;
  readonly use: Use;
  readonly about: string;
}

const NUMBERS = {
  bpm: { min: 20, max: 250, use: 'both', about: 'heart rate, per minute (72)' },
  breaths: { min: 3, max: 60, use: 'both', about: 'breathing rate, per minute (15)' },
  sdnn: { min: 0, max: 300, use: 'both', about: 'spread of the beat intervals, ms (30; video 0)' },
  seconds: {
    min: 1,
    max: 600,
    use: 'both',
    about: 'length; a video may grow to fit whole beats (30)',
  },
  amplitude: {
    min: 0,
    max: 20,
    use: 'both',
    about: 'pulse in green, levels; 0: no pulse (0.5; video 1)',
  },
  'frame-rate': { min: 1, max: 120, use: 'both', about: 'frames per second (30)' },
  'light-drift': {
    min: 0,
    max: 0.3,
    use: 'both',
    about: 'wander of the light, relative (0.004; video 0)',
  },
  ramp: { min: -100, max: 100, use: 'payloads', about: 'rise of the heart rate to the end (0)' },
  'breath-spread': {
    min: 0,
    max: 0.3,
    use: 'payloads',
    about: 'wander of the breathing rate, relative (0)',
  },
  snr: { min: -60, max: 100, use: 'payloads', about: 'pulse over sensor noise, dB (10)' },
  jitter: { min: 0, max: 1000, use: 'payloads', about: 'spread of the frame times, ms (2)' },
  dropped: { min: 0, max: 0.9, use: 'payloads', about: 'share of frames lost (0)' },
  chest: {
    min: 0,
    max: 0.1,
    use: 'payloads',
    about: 'lift of the shoulders with the breath, picture widths; 0: not seen (0.004)',
  },
  grain: { min: 0, max: 20, use: 'video', about: 'sensor noise, levels (1)' },
  sway: { min: 0, max: 100, use: 'video', about: 'sideways motion, pixels either way (0)' },
  lift: { min: 0, max: 50, use: 'video', about: 'lift of the head with the breath, pixels (1)' },
  shoulders: {
    min: 0,
    max: 10,
    use: 'video',
    about: 'lift of the shoulders, times that of the head (2.5)',
  },
  yaw: { min: -60, max: 60, use: 'video', about: 'turn of the head, degrees (0)' },
  roll: { min: -180, max: 180, use: 'video', about: 'tilt of the head, degrees (0)' },
  scale: { min: 0.05, max: 3, use: 'video', about: 'size of the head (1)' },
  'centre-x': { min: -1, max: 2, use: 'video', about: 'place of the face, picture widths (0.5)' },
  'centre-y': { min: -1, max: 2, use: 'video', about: 'place of the face, picture heights (0.49)' },
} as const satisfies Record<string, NumberOption>;
type NumberName = keyof typeof NUMBERS;
const NUMBER_NAMES = Object.keys(NUMBERS).filter((name): name is NumberName =>
  Object.hasOwn(NUMBERS, name),
);

const line = (name: string, about: string): string => `  --${name.padEnd(20)} ${about}\n`;
const numberLines = (use: Use): string =>
  NUMBER_NAMES.filter((name) => NUMBERS[name].use === use)
    .map((name) => line(`${name} N`, NUMBERS[name].about))
    .join('');

export const HELP = `Makes a synthetic subject with known vital signs.

  npm run phantom -- --out DIR [options]            chunk payloads, their properties, truth.json
  npm run phantom -- --out DIR --video [options]    a face as face.y4m, truth.json

${line('out DIR', 'where the files go; made when missing')}${line('video', 'write a video instead of payloads')}${line('seed N', 'whole number; the same seed gives the same bytes (1)')}${line('skin-tone NAME', `${SKIN_TONE_NAMES.join(', ')} (light)`)}${line('polarity NAME', `${POLARITIES.join(' or ')}: whether blood darkens the skin (absorbing)`)}${numberLines('both')}
Payloads only:
${numberLines('payloads')}
Video only:
${line('face NAME', `${FACES.join(', ')} (face)`)}${numberLines('video').trimEnd()}
`;

type Values = Readonly<Record<string, string | boolean | undefined>>;

function numberOf(values: Values, name: NumberName): Outcome<number | undefined> {
  const text = values[name];
  if (text === undefined) return accepted(undefined);
  const { min, max } = NUMBERS[name];
  const value = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return accepted(value);
  return refused(`--${name} must be a number from ${String(min)} to ${String(max)}.`);
}

function choiceOf<T extends string>(
  values: Values,
  name: string,
  choices: readonly T[],
): Outcome<T | undefined> {
  const text = values[name];
  if (text === undefined) return accepted(undefined);
  const found = choices.find((choice) => choice === text);
  return found === undefined
    ? refused(`--${name} must be one of ${choices.join(', ')}.`)
    : accepted(found);
}

function seedOf(values: Values): Outcome<number | undefined> {
  const text = values['seed'];
  if (text === undefined) return accepted(undefined);
  return typeof text === 'string' && /^\d{1,9}$/.test(text)
    ? accepted(Number(text))
    : refused('--seed must be a whole number from 0 to 999999999.');
}

/** Turns `--yaw -20` into `--yaw=-20`: parseArgs takes a value that starts with a dash for an option. */
function joinNegative(args: readonly string[]): string[] {
  return args.reduce<string[]>((joined, arg) => {
    const before = joined.at(-1);
    const isValue = /^-[\d.]/.test(arg) && before !== undefined && /^--[\w-]+$/.test(before);
    return isValue ? [...joined.slice(0, -1), `${before}=${arg}`] : [...joined, arg];
  }, []);
}

function valuesOf(args: readonly string[]): Outcome<Values> {
  const texts = ['out', 'seed', 'skin-tone', 'polarity', 'face', ...NUMBER_NAMES];
  try {
    const { values } = parseArgs({
      args: joinNegative(args),
      allowPositionals: false,
      options: {
        help: { type: 'boolean', short: 'h' },
        video: { type: 'boolean' },
        ...Object.fromEntries(texts.map((name) => [name, { type: 'string' } as const])),
      },
    });
    return accepted(values);
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error));
  }
}

/** A copy without undefined entries, so that defaults apply. */
function given<T extends Record<string, unknown>>(
  options: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  // Object.fromEntries loses the keys; the filter above makes this type true.
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** The first option that does not apply to what is being made. */
function misplaced(values: Values, video: boolean): string | undefined {
  const foreign = video ? 'payloads' : 'video';
  const name = NUMBER_NAMES.find(
    (option) => NUMBERS[option].use === foreign && values[option] !== undefined,
  );
  return name ?? (!video && values['face'] !== undefined ? 'face' : undefined);
}

/** @returns the job, the first rule that was broken, or 'help'. */
export function parsePhantomArguments(args: readonly string[]): Outcome<PhantomJob> | 'help' {
  const parsed = valuesOf(args);
  if (!parsed.ok) return parsed;
  const values = parsed.value;
  if (values['help'] === true) return 'help';
  const directory = values['out'];
  if (typeof directory !== 'string' || directory === '') {
    return refused('--out must name a folder.');
  }
  const video = values['video'] === true;
  const wrong = misplaced(values, video);
  if (wrong !== undefined) {
    return refused(`--${wrong} ${video ? 'does not go with' : 'needs'} --video.`);
  }
  const numbers: Partial<Record<NumberName, number>> = {};
  for (const name of NUMBER_NAMES) {
    const number = numberOf(values, name);
    if (!number.ok) return number;
    if (number.value !== undefined) numbers[name] = number.value;
  }
  const seed = seedOf(values);
  if (!seed.ok) return seed;
  const skinTone = choiceOf(values, 'skin-tone', SKIN_TONE_NAMES);
  if (!skinTone.ok) return skinTone;
  const polarity = choiceOf(values, 'polarity', POLARITIES);
  if (!polarity.ok) return polarity;
  const face = choiceOf(values, 'face', FACES);
  if (!face.ok) return face;

  const shared = {
    bpm: numbers.bpm,
    breaths: numbers.breaths,
    sdnn: numbers.sdnn,
    amplitude: numbers.amplitude,
    frameRate: numbers['frame-rate'],
    lightDrift: numbers['light-drift'],
    seed: seed.value,
    skinTone: skinTone.value,
    polarity: polarity.value,
  };
  if (video) {
    const { grain, sway, lift, shoulders, yaw, roll, scale, seconds } = numbers;
    const [centreX, centreY] = [numbers['centre-x'], numbers['centre-y']];
    const own = { grain, sway, lift, shoulders, yaw, roll, scale, seconds, centreX, centreY };
    const options = given({ ...shared, ...own, face: face.value });
    return accepted({ kind: 'video', directory, options });
  }
  const { snr, jitter, dropped, chest, seconds, ramp } = numbers;
  const options = given({
    ...{ ...shared, snr, jitter, dropped, chest, durationS: seconds },
    breathSpread: numbers['breath-spread'],
    course:
      ramp === undefined ? undefined : { kind: 'ramp' as const, by: ramp, overS: seconds ?? 30 },
  });
  return accepted({ kind: 'payloads', directory, options });
}
