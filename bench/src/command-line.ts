// SPDX-License-Identifier: Apache-2.0
/** The command lines of the benches. Invalid arguments exit with 2. */
import process from 'node:process';
import { Command, InvalidArgumentError } from 'commander';

/** @param description paragraphs separated by an empty line; single line breaks are ignored. */
export const benchCommand = (script: string, description: string): Command =>
  new Command(`npm run ${script} --`)
    .description(description.replace(/(?<!\n)\n(?!\n)/g, ' '))
    .showHelpAfterError()
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

/** Parses an option that is a number within limits. */
export const numberFrom =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Must be from ${String(least)} to ${String(most)}.`);
  };

export const wholeFrom =
  (least: number, most: number) =>
  (text: string): number => {
    const value = numberFrom(least, most)(text);
    if (Number.isInteger(value)) return value;
    throw new InvalidArgumentError('Must be a whole number.');
  };

/** Parses an option that lists some of these names, separated by commas. */
export const someOf =
  <T extends string>(names: readonly T[]) =>
  (text: string): readonly T[] =>
    text.split(',').map((word) => {
      const name = names.find((one) => one === word.trim());
      if (name !== undefined) return name;
      throw new InvalidArgumentError(`Must be one or more of ${names.join(', ')}.`);
    });
