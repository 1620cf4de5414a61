// SPDX-License-Identifier: Apache-2.0
import type { EmailTexts } from './email-texts.ts';

/** The link of the sign-in screen, as the app names it. */
const FORGOT = 'Password dimenticata?';

export const ITALIAN: EmailTexts = {
  reset: ({ organisation, link, lifetime }) => ({
    subject: `Imposti una nuova password per ${organisation}`,
    paragraphs: [
      `Qualcuno, presumibilmente lei, ha richiesto una nuova password per il suo account presso ${organisation}.`,
      `Apra questo link. È valido per ${lifetime} e funziona una sola volta.`,
      link,
      'Se non è stato lei, non faccia nulla: la sua password non cambierà.',
    ],
  }),
  invitation: ({ organisation, link, lifetime }) => ({
    subject: `Il suo account presso ${organisation}`,
    paragraphs: [
      `È stato creato per lei un account presso ${organisation} con questo indirizzo.`,
      `Apra questo link e scelga la sua password. È valido per ${lifetime} e funziona una sola volta.`,
      link,
      `Scaduto il termine, usi «${FORGOT}» nella schermata di accesso per ricevere un nuovo link.`,
      'Se non si aspettava questo messaggio, non faccia nulla.',
    ],
  }),
  confirm: ({ organisation, link, lifetime }) => ({
    subject: `Confermi il suo account presso ${organisation}`,
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
      `La password del suo account presso ${organisation} è stata cambiata e tutte le altre sessioni sono state chiuse.`,
      `Se non è stato lei, usi subito «${FORGOT}» nella schermata di accesso.`,
    ],
  }),
  secondFactorOn: ({ organisation }) => ({
    subject: `Accesso in due passaggi attivato per ${organisation}`,
    paragraphs: [
      `Per accedere al suo account presso ${organisation} ora serve anche un codice della sua app di autenticazione.`,
      'Se non è stato lei, chieda subito al gestore di questo servizio di rimuovere il secondo passaggio e imposti una nuova password.',
    ],
  }),
  secondFactorOff: ({ organisation }) => ({
    subject: `Accesso in due passaggi disattivato per ${organisation}`,
    paragraphs: [
      `Per accedere al suo account presso ${organisation} non serve più un codice della sua app di autenticazione.`,
      `Se non è stato lei, usi subito «${FORGOT}» nella schermata di accesso e riattivi l’accesso in due passaggi nel suo profilo.`,
    ],
  }),
  loginCode: ({ organisation, code, lifetime }) =>
    `${code} è il suo codice di accesso a ${organisation}. È valido per ${lifetime}. Non lo comunichi a nessuno.`,
};
