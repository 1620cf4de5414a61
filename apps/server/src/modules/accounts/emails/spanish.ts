// SPDX-License-Identifier: Apache-2.0
import type { EmailTexts } from './email-texts.ts';

/** The link of the sign-in screen, as the app names it. */
const FORGOT = '¿Ha olvidado su contraseña?';

export const SPANISH: EmailTexts = {
  reset: ({ organisation, link, lifetime }) => ({
    subject: `Establezca una contraseña nueva para ${organisation}`,
    paragraphs: [
      `Alguien, esperamos que usted, ha pedido una contraseña nueva para su cuenta en ${organisation}.`,
      `Abra este enlace. Es válido durante ${lifetime} y funciona una sola vez.`,
      link,
      'Si no ha sido usted, no haga nada: su contraseña seguirá siendo la misma.',
    ],
  }),
  invitation: ({ organisation, link, lifetime }) => ({
    subject: `Su cuenta en ${organisation}`,
    paragraphs: [
      `Se ha creado una cuenta para usted en ${organisation} con esta dirección.`,
      `Abra este enlace y elija su contraseña. Es válido durante ${lifetime} y funciona una sola vez.`,
      link,
      `Pasado ese tiempo, use «${FORGOT}» en la pantalla de inicio de sesión para recibir otro enlace.`,
      'Si no esperaba este mensaje, no haga nada.',
    ],
  }),
  confirm: ({ organisation, link, lifetime }) => ({
    subject: `Confirme su cuenta en ${organisation}`,
    paragraphs: [
      `Alguien, esperamos que usted, quiere crear una cuenta en ${organisation} con esta dirección.`,
      `Abra este enlace e introduzca la contraseña que eligió. Es válido durante ${lifetime} y funciona una sola vez.`,
      link,
      'Si no ha sido usted, no haga nada: no se creará ninguna cuenta.',
    ],
  }),
  accountExists: ({ organisation }) => ({
    subject: `Ya tiene una cuenta en ${organisation}`,
    paragraphs: [
      `Alguien, esperamos que usted, ha querido crear una cuenta en ${organisation} con esta dirección. Ya existe una.`,
      `Inicie sesión con su contraseña o use «${FORGOT}» en la pantalla de inicio de sesión para establecer otra.`,
      'Si no ha sido usted, no haga nada.',
    ],
  }),
  passwordChanged: ({ organisation }) => ({
    subject: `Se ha cambiado su contraseña de ${organisation}`,
    paragraphs: [
      `Se ha cambiado la contraseña de su cuenta en ${organisation} y se han cerrado todas las demás sesiones.`,
      `Si no ha sido usted, use «${FORGOT}» en la pantalla de inicio de sesión de inmediato.`,
    ],
  }),
  secondFactorOn: ({ organisation }) => ({
    subject: `Inicio de sesión en dos pasos activado en ${organisation}`,
    paragraphs: [
      `Para iniciar sesión en su cuenta de ${organisation} ahora también hace falta un código de su aplicación de autenticación.`,
      'Si no ha sido usted, pida de inmediato al responsable de este servicio que quite el segundo paso y establezca una contraseña nueva.',
    ],
  }),
  secondFactorOff: ({ organisation }) => ({
    subject: `Inicio de sesión en dos pasos desactivado en ${organisation}`,
    paragraphs: [
      `Para iniciar sesión en su cuenta de ${organisation} ya no hace falta un código de su aplicación de autenticación.`,
      `Si no ha sido usted, utilice de inmediato «${FORGOT}» en la pantalla de inicio de sesión y vuelva a activar el inicio de sesión en dos pasos en su perfil.`,
    ],
  }),
  loginCode: ({ organisation, code, lifetime }) =>
    `${code} es su código de acceso a ${organisation}. Es válido durante ${lifetime}. No se lo diga a nadie.`,
};
