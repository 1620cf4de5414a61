// SPDX-License-Identifier: Apache-2.0
import type { LetterTexts } from './letter-texts.ts';

/** The link of the sign-in screen, as the app names it. */
const FORGOT = 'Password dimenticata?';

export const ITALIAN: LetterTexts = {
  reset: ({ organisation, link, lifetime }) => ({
    subject: `Impostare una nuova password per ${organisation}`,
    paragraphs: [
      `Qualcuno, speriamo lei, ha chiesto una nuova password per il suo account presso ${organisation}.`,
      `Apra questo link. È valido per ${lifetime} e funziona una sola volta.`,
      link,
      'Se non è stato lei, non faccia nulla: la password resta quella di prima.',
    ],
  }),
  confirm: ({ organisation, link, lifetime }) => ({
    subject: `Confermare l’account presso ${organisation}`,
    paragraphs: [
      `Qualcuno, speriamo lei, vuole creare un account presso ${organisation} con questo indirizzo.`,
      `Apra questo link e inserisca la password scelta. È valido per ${lifetime} e funziona una sola volta.`,
      link,
      'Se non è stato lei, non faccia nulla: non verrà creato alcun account.',
    ],
  }),
  accountExists: ({ organisation }) => ({
    subject: `Ha già un account presso ${organisation}`,
    paragraphs: [
      `Qualcuno, speriamo lei, voleva creare un account presso ${organisation} con questo indirizzo. Ne esiste già uno.`,
      `Acceda con la sua password o usi «${FORGOT}» nella schermata di accesso per impostarne una nuova.`,
      'Se non è stato lei, non faccia nulla.',
    ],
  }),
  passwordChanged: ({ organisation }) => ({
    subject: `La password per ${organisation} è stata cambiata`,
    paragraphs: [
      `La password del suo account presso ${organisation} è stata cambiata e tutte le sessioni sono state chiuse.`,
      `Se non è stato lei, usi subito «${FORGOT}» nella schermata di accesso.`,
    ],
  }),
  loginCode: ({ organisation, code, lifetime }) =>
    `${code} è il suo codice di accesso a ${organisation}. È valido per ${lifetime}. Non lo comunichi a nessuno.`,
};
