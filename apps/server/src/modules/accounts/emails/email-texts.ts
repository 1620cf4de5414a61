// SPDX-License-Identifier: Apache-2.0

/** A mail: its subject and its paragraphs. */
export interface EmailText {
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

/** The messages in one language. They quote nothing that another person could have typed. */
export interface EmailTexts {
  readonly reset: (facts: LinkFacts) => EmailText;
  /** For an account that an operator created: the link lets its owner choose a password. */
  readonly invitation: (facts: LinkFacts) => EmailText;
  readonly confirm: (facts: LinkFacts) => EmailText;
  readonly accountExists: (facts: OrganisationFacts) => EmailText;
  readonly passwordChanged: (facts: OrganisationFacts) => EmailText;
  /** The subjects of these two are sent as they are to people without a mail address. */
  readonly secondFactorOn: (facts: OrganisationFacts) => EmailText;
  readonly secondFactorOff: (facts: OrganisationFacts) => EmailText;
  /** A text message: short, and the code comes first, where phones show it. */
  readonly loginCode: (facts: CodeFacts) => string;
}
