// SPDX-License-Identifier: Apache-2.0
import type { EmailTexts } from './email-texts.ts';

/** The link of the sign-in screen, as the app names it. */
const FORGOT = 'Mot de passe oublié\u202f?';

export const FRENCH: EmailTexts = {
  reset: ({ organisation, link, lifetime }) => ({
    subject: `Définir un nouveau mot de passe pour ${organisation}`,
    paragraphs: [
      `Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour votre compte ${organisation}.`,
      `Ouvrez ce lien. Il est valable ${lifetime} et ne fonctionne qu’une fois.`,
      link,
      'Si ce n’était pas vous, ne faites rien\u202f: votre mot de passe reste inchangé.',
    ],
  }),
  invitation: ({ organisation, link, lifetime }) => ({
    subject: `Votre compte ${organisation}`,
    paragraphs: [
      `Un compte a été créé pour vous avec cette adresse auprès de\u202f: ${organisation}.`,
      `Ouvrez ce lien et choisissez votre mot de passe. Il est valable ${lifetime} et ne fonctionne qu’une fois.`,
      link,
      `Passé ce délai, choisissez «\u202f${FORGOT}\u202f» sur l’écran de connexion pour recevoir un nouveau lien.`,
      'Si vous n’attendiez pas ce message, ne faites rien.',
    ],
  }),
  confirm: ({ organisation, link, lifetime }) => ({
    subject: `Confirmer votre compte ${organisation}`,
    paragraphs: [
      `Quelqu’un, vous-même sans doute, souhaite créer avec cette adresse un compte auprès de\u202f: ${organisation}.`,
      `Ouvrez ce lien et saisissez le mot de passe choisi. Il est valable ${lifetime} et ne fonctionne qu’une fois.`,
      link,
      'Si ce n’était pas vous, ne faites rien\u202f: aucun compte ne sera créé.',
    ],
  }),
  accountExists: ({ organisation }) => ({
    subject: `Vous avez déjà un compte ${organisation}`,
    paragraphs: [
      `Quelqu’un, vous-même sans doute, a voulu créer avec cette adresse un compte auprès de\u202f: ${organisation}. Il en existe déjà un.`,
      `Connectez-vous avec votre mot de passe ou choisissez «\u202f${FORGOT}\u202f» sur l’écran de connexion pour en définir un nouveau.`,
      'Si ce n’était pas vous, ne faites rien.',
    ],
  }),
  passwordChanged: ({ organisation }) => ({
    subject: `Votre mot de passe ${organisation} a été modifié`,
    paragraphs: [
      `Le mot de passe de votre compte ${organisation} a été modifié et toutes les autres sessions ont été fermées.`,
      `Si ce n’était pas vous, choisissez immédiatement «\u202f${FORGOT}\u202f» sur l’écran de connexion.`,
    ],
  }),
  secondFactorOn: ({ organisation }) => ({
    subject: `Connexion en deux étapes activée pour ${organisation}`,
    paragraphs: [
      `La connexion à votre compte ${organisation} demande désormais aussi un code de votre application d’authentification.`,
      'Si ce n’était pas vous, demandez immédiatement à l’exploitant de ce service de retirer la deuxième étape et choisissez un nouveau mot de passe.',
    ],
  }),
  secondFactorOff: ({ organisation }) => ({
    subject: `Connexion en deux étapes désactivée pour ${organisation}`,
    paragraphs: [
      `La connexion à votre compte ${organisation} ne demande plus de code de votre application d’authentification.`,
      `Si ce n’était pas vous, utilisez immédiatement «\u202f${FORGOT}\u202f» sur l’écran de connexion, puis réactivez la connexion en deux étapes dans votre profil.`,
    ],
  }),
  loginCode: ({ organisation, code, lifetime }) =>
    `${code} est votre code de connexion ${organisation}. Il est valable ${lifetime}. Ne le communiquez à personne.`,
};
