// SPDX-License-Identifier: Apache-2.0

const PASSWORD_RULES: Readonly<Record<string, string>> = {
  minLength: 'too short',
  maxLength: 'too long',
  digit: 'a digit is missing',
  uppercase: 'a capital is missing',
  lowercase: 'a small letter is missing',
  special: 'a special character is missing',
};

/** A broken rule in words. Rules without words of their own are named. */
export function ruleText(rule: string, details: readonly string[]): string {
  const list = details.join(', ');
  switch (rule) {
    case 'REQUIRED':
      return 'Must be given.';
    case 'UNIQUE':
      return 'Is taken already.';
    case 'TYPE':
      return `Must be of the kind: ${list}.`;
    case 'MINIMUM':
      return list === '1' ? 'Must not be empty.' : `Must be at least ${list} (long).`;
    case 'MAXIMUM':
      return `Must be at most ${list} (long).`;
    case 'VALUES':
      return list === '' ? 'Is not one of this organisation.' : `Must be one of: ${list}.`;
    case 'UNKNOWN_PROPERTIES':
      return `Is not known: ${list}.`;
    case 'PASSWORD_POLICY':
      return `${details.map((one) => PASSWORD_RULES[one] ?? one).join(', ')}.`;
    case 'FORMAT':
      return 'Does not have the right form.';
    case 'VALID_PROPERTIES':
      return list === '' ? 'Is not valid.' : `It ${list}.`.replace(/^It must/, 'Must');
    default:
      return `${rule}${list === '' ? '' : `: ${list}`}`;
  }
}
