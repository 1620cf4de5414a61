// SPDX-License-Identifier: Apache-2.0
import type { EmailTexts } from './email-texts.ts';

/** The link of the sign-in screen, as the app names it. */
const FORGOT = 'Esqueceu-se da palavra-passe?';

export const PORTUGUESE: EmailTexts = {
  reset: ({ organisation, link, lifetime }) => ({
    subject: `Definir uma nova palavra-passe para ${organisation}`,
    paragraphs: [
      `Alguém, presumivelmente o titular da conta, pediu uma nova palavra-passe para a sua conta em ${organisation}.`,
      `Abra esta ligação. É válida durante ${lifetime} e funciona uma só vez.`,
      link,
      'Se não fez este pedido, não faça nada: a sua palavra-passe mantém-se.',
    ],
  }),
  invitation: ({ organisation, link, lifetime }) => ({
    subject: `A sua conta em ${organisation}`,
    paragraphs: [
      `Foi criada uma conta para si em ${organisation} com este endereço.`,
      `Abra esta ligação e escolha a sua palavra-passe. É válida durante ${lifetime} e funciona uma só vez.`,
      link,
      `Passado esse tempo, use «${FORGOT}» no ecrã de início de sessão para receber outra ligação.`,
      'Se não esperava esta mensagem, não faça nada.',
    ],
  }),
  confirm: ({ organisation, link, lifetime }) => ({
    subject: `Confirme a sua conta em ${organisation}`,
    paragraphs: [
      `Alguém, esperamos que tenha sido o próprio titular, quer criar uma conta em ${organisation} com este endereço.`,
      `Abra esta ligação e introduza a palavra-passe que escolheu. É válida durante ${lifetime} e funciona uma só vez.`,
      link,
      'Se não fez este pedido, não faça nada: não será criada nenhuma conta.',
    ],
  }),
  accountExists: ({ organisation }) => ({
    subject: `Já tem uma conta em ${organisation}`,
    paragraphs: [
      `Alguém, esperamos que tenha sido o próprio titular, quis criar uma conta em ${organisation} com este endereço. Já existe uma.`,
      `Inicie sessão com a sua palavra-passe ou use «${FORGOT}» no ecrã de início de sessão para definir outra.`,
      'Se não fez este pedido, não faça nada.',
    ],
  }),
  passwordChanged: ({ organisation }) => ({
    subject: `A sua palavra-passe de ${organisation} foi alterada`,
    paragraphs: [
      `A palavra-passe da sua conta em ${organisation} foi alterada e todas as outras sessões foram terminadas.`,
      `Se não fez esta alteração, use de imediato «${FORGOT}» no ecrã de início de sessão.`,
    ],
  }),
  secondFactorOn: ({ organisation }) => ({
    subject: `Início de sessão em dois passos ativado em ${organisation}`,
    paragraphs: [
      `Para iniciar sessão na sua conta em ${organisation} passa a ser preciso também um código da sua aplicação de autenticação.`,
      'Se não foi o próprio, peça imediatamente ao responsável por este serviço que retire o segundo passo e defina uma nova palavra-passe.',
    ],
  }),
  secondFactorOff: ({ organisation }) => ({
    subject: `Início de sessão em dois passos desativado em ${organisation}`,
    paragraphs: [
      `Para iniciar sessão na sua conta em ${organisation} já não é preciso um código da sua aplicação de autenticação.`,
      `Se não foi o próprio, use imediatamente «${FORGOT}» no ecrã de início de sessão e volte a ativar o início de sessão em dois passos no seu perfil.`,
    ],
  }),
  loginCode: ({ organisation, code, lifetime }) =>
    `${code} é o seu código para iniciar sessão em ${organisation}. É válido durante ${lifetime}. Não o revele a ninguém.`,
};
