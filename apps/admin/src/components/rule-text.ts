// SPDX-License-Identifier: Apache-2.0

const PASSWORD_RULES: Readonly<Record<string, string>> = {
  minLength: 'too short',
  maxLength: 'too long',
  digit: 'a digit is missing',
  uppercase: 'an uppercase letter is missing',
  lowercase: 'a lowercase letter is missing',
  special: 'a special character is missing',
};

/** Text for a broken rule. A rule without a text is shown by its name. */
export function ruleText(rule: string, details: readonly string[]): string {
  const list = details.join(', ');
  switch (rule) {
    case 'REQUIRED':
      return 'Required.';
    case 'UNIQUE':
      return 'Already in use.';
    case 'TYPE':
      return `Must be of type ${list}.`;
    case 'MINIMUM':
      return list === '1' ? 'Must not be empty.' : `Too small or too short: at least ${list}.`;
    case 'MAXIMUM':
      return `Too large or too long: at most ${list}.`;
    case 'VALUES':
      return list === '' ? 'Does not belong to this organisation.' : `Must be one of: ${list}.`;
    case 'UNKNOWN_PROPERTIES':
      return `Unknown: ${list}.`;
    case 'PASSWORD_POLICY':
      return `${details.map((one) => PASSWORD_RULES[one] ?? one).join(', ')}.`;
    case 'PASSWORD_COMMON':
      return 'It has appeared in a data leak or is easy to guess. Choose a different one.';
    case 'PASSWORD_CONTEXT':
      return 'It is based on your email address or the name of this service. Choose a different one.';
    case 'FORMAT':
      return 'The format is not valid.';
    case 'VALID_PROPERTIES':
      return list === '' ? 'Is not valid.' : `It ${list}.`.replace(/^It must/, 'Must');
    default:
      return `${rule}${list === '' ? '' : `: ${list}`}`;
  }
}
