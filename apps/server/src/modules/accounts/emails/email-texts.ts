// SPDX-License-Identifier: Apache-2.0

/** A mail: its subject and its paragraphs. */
export interface LetterText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

export interface LinkFacts {
  readonly organisation: string;
  readonly link: string;
  /** How long the link works, as the language writes it: `10 minutes`. */
  readonly lifetime: string;
}

export interface OrganisationFacts {
  readonly organisation: string;
}

export interface CodeFacts {
  readonly organisation: string;
  readonly code: string;
  readonly lifetime: string;
}

/** What people are told in one language. Nothing that a stranger typed is quoted. */
export interface LetterTexts {
  readonly reset: (facts: LinkFacts) => LetterText;
  /** To somebody for whom an operator made an account: they choose their password by the link. */
  readonly invitation: (facts: LinkFacts) => LetterText;
  readonly confirm: (facts: LinkFacts) => LetterText;
  readonly accountExists: (facts: OrganisationFacts) => LetterText;
  readonly passwordChanged: (facts: OrganisationFacts) => LetterText;
  /** The subjects of these two are sent as they are to people without a mail address. */
  readonly secondFactorOn: (facts: OrganisationFacts) => LetterText;
  readonly secondFactorOff: (facts: OrganisationFacts) => LetterText;
  /** A text message: short, and the code comes first, where phones show it. */
  readonly loginCode: (facts: CodeFacts) => string;
}
