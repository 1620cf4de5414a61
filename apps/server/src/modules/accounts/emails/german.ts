// SPDX-License-Identifier: Apache-2.0
import type { EmailTexts } from './email-texts.ts';

/** The link of the sign-in screen, as the app names it. */
const FORGOT = 'Passwort vergessen?';

export const GERMAN: EmailTexts = {
  reset: ({ organisation, link, lifetime }) => ({
    subject: `Neues Passwort für ${organisation} festlegen`,
    paragraphs: [
      `Jemand, hoffentlich Sie selbst, hat ein neues Passwort für Ihr Konto bei ${organisation} angefordert.`,
      `Öffnen Sie diesen Link. Er ist ${lifetime} gültig und kann nur einmal verwendet werden.`,
      link,
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    ],
  }),
  invitation: ({ organisation, link, lifetime }) => ({
    subject: `Ihr Konto bei ${organisation}`,
    paragraphs: [
      `Bei ${organisation} wurde mit dieser Adresse ein Konto für Sie angelegt.`,
      `Öffnen Sie diesen Link und wählen Sie Ihr Passwort. Er ist ${lifetime} gültig und kann nur einmal verwendet werden.`,
      link,
      `Nach Ablauf bekommen Sie über „${FORGOT}“ auf der Anmeldeseite einen neuen Link.`,
      'Wenn Sie das nicht erwartet haben, brauchen Sie nichts zu tun.',
    ],
  }),
  confirm: ({ organisation, link, lifetime }) => ({
    subject: `Ihr Konto bei ${organisation} bestätigen`,
    paragraphs: [
      `Jemand, hoffentlich Sie selbst, möchte mit dieser Adresse ein Konto bei ${organisation} anlegen.`,
      `Öffnen Sie diesen Link und geben Sie das gewählte Passwort ein. Er ist ${lifetime} gültig und kann nur einmal verwendet werden.`,
      link,
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Es wird kein Konto angelegt.',
    ],
  }),
  accountExists: ({ organisation }) => ({
    subject: `Sie haben bereits ein Konto bei ${organisation}`,
    paragraphs: [
      `Jemand, hoffentlich Sie selbst, wollte mit dieser Adresse ein Konto bei ${organisation} anlegen. Es gibt bereits eines.`,
      `Melden Sie sich mit Ihrem Passwort an oder wählen Sie auf der Anmeldeseite „${FORGOT}“, um ein neues festzulegen.`,
      'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
    ],
  }),
  passwordChanged: ({ organisation }) => ({
    subject: `Ihr Passwort für ${organisation} wurde geändert`,
    paragraphs: [
      `Das Passwort Ihres Kontos bei ${organisation} wurde geändert, und Sie wurden auf allen anderen Geräten abgemeldet.`,
      `Wenn Sie das nicht waren, wählen Sie auf der Anmeldeseite sofort „${FORGOT}“.`,
    ],
  }),
  secondFactorOn: ({ organisation }) => ({
    subject: `Anmeldung in zwei Schritten bei ${organisation} eingeschaltet`,
    paragraphs: [
      `Die Anmeldung in Ihrem Konto bei ${organisation} verlangt jetzt zusätzlich einen Code Ihrer Authentifizierungs-App.`,
      'Wenn Sie das nicht waren, bitten Sie den Betreiber dieses Dienstes sofort, den zweiten Schritt aufzuheben, und legen Sie ein neues Passwort fest.',
    ],
  }),
  secondFactorOff: ({ organisation }) => ({
    subject: `Anmeldung in zwei Schritten bei ${organisation} ausgeschaltet`,
    paragraphs: [
      `Die Anmeldung in Ihrem Konto bei ${organisation} verlangt keinen Code Ihrer Authentifizierungs-App mehr.`,
      `Wenn Sie das nicht waren, wählen Sie auf der Anmeldeseite sofort „${FORGOT}“ und schalten Sie die Anmeldung in zwei Schritten in Ihrem Profil wieder ein.`,
    ],
  }),
  loginCode: ({ organisation, code, lifetime }) =>
    `${code} ist Ihr Anmeldecode für ${organisation}. Gültigkeit: ${lifetime}. Geben Sie ihn an niemanden weiter.`,
};
