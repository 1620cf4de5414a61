// SPDX-License-Identifier: Apache-2.0
import type { EmailTexts } from './email-texts.ts';

/** The link of the sign-in screen, as the app names it. */
const FORGOT = 'Esqueceu a senha?';

export const BRAZILIAN_PORTUGUESE: EmailTexts = {
  reset: ({ organisation, link, lifetime }) => ({
    subject: `Defina uma nova senha para ${organisation}`,
    paragraphs: [
      `Alguém, provavelmente você, pediu uma nova senha para a sua conta em ${organisation}.`,
      `Abra este link. Ele vale por ${lifetime} e funciona uma única vez.`,
      link,
      'Se não foi você, não faça nada: sua senha continua a mesma.',
    ],
  }),
  invitation: ({ organisation, link, lifetime }) => ({
    subject: `Sua conta em ${organisation}`,
    paragraphs: [
      `Uma conta foi criada para você em ${organisation} com este endereço.`,
      `Abra este link e escolha sua senha. Ele vale por ${lifetime} e funciona uma única vez.`,
      link,
      `Depois desse prazo, use “${FORGOT}” na tela de login para receber outro link.`,
      'Se você não esperava esta mensagem, não faça nada.',
    ],
  }),
  confirm: ({ organisation, link, lifetime }) => ({
    subject: `Confirme sua conta em ${organisation}`,
    paragraphs: [
      `Alguém, esperamos que você, quer criar uma conta em ${organisation} com este endereço.`,
      `Abra este link e digite a senha que você escolheu. Ele vale por ${lifetime} e funciona uma única vez.`,
      link,
      'Se não foi você, não faça nada: nenhuma conta será criada.',
    ],
  }),
  accountExists: ({ organisation }) => ({
    subject: `Você já tem uma conta em ${organisation}`,
    paragraphs: [
      `Alguém, esperamos que você, quis criar uma conta em ${organisation} com este endereço. Já existe uma.`,
      `Entre com sua senha ou use “${FORGOT}” na tela de login para definir outra.`,
      'Se não foi você, não faça nada.',
    ],
  }),
  passwordChanged: ({ organisation }) => ({
    subject: `Sua senha de ${organisation} foi alterada`,
    paragraphs: [
      `A senha da sua conta em ${organisation} foi alterada e todas as outras sessões foram encerradas.`,
      `Se não foi você, use “${FORGOT}” na tela de login imediatamente.`,
    ],
  }),
  secondFactorOn: ({ organisation }) => ({
    subject: `Login em duas etapas ativado em ${organisation}`,
    paragraphs: [
      `Para entrar na sua conta em ${organisation}, agora também é necessário um código do seu aplicativo autenticador.`,
      'Se não foi você, peça imediatamente ao responsável por este serviço que remova a segunda etapa e defina uma nova senha.',
    ],
  }),
  secondFactorOff: ({ organisation }) => ({
    subject: `Login em duas etapas desativado em ${organisation}`,
    paragraphs: [
      `Para entrar na sua conta em ${organisation}, não é mais necessário um código do seu aplicativo autenticador.`,
      `Se não foi você, use imediatamente “${FORGOT}” na tela de login e ative novamente o login em duas etapas no seu perfil.`,
    ],
  }),
  loginCode: ({ organisation, code, lifetime }) =>
    `${code} é o seu código de login em ${organisation}. Ele vale por ${lifetime}. Não o informe a ninguém.`,
};
