// SPDX-License-Identifier: Apache-2.0
import type { EmailTexts } from './email-texts.ts';

/** The link of the sign-in screen, as the app names it. */
const FORGOT = '忘记密码？';

export const CHINESE: EmailTexts = {
  reset: ({ organisation, link, lifetime }) => ({
    subject: `为${organisation}设置新密码`,
    paragraphs: [
      `有人（希望是您本人）申请为您在${organisation}的账户设置新密码。`,
      `请在${lifetime}内打开以下链接。该链接只能使用一次。`,
      link,
      '如果不是您本人操作，请忽略本邮件：您的密码不会改变。',
    ],
  }),
  invitation: ({ organisation, link, lifetime }) => ({
    subject: `您在${organisation}的账户`,
    paragraphs: [
      `${organisation}已用此邮箱地址为您创建了账户。`,
      `请在${lifetime}内打开以下链接并设置您的密码。该链接只能使用一次。`,
      link,
      `链接过期后，请在登录页面点击“${FORGOT}”获取新链接。`,
      '如果您不知道此事，请忽略本邮件。',
    ],
  }),
  confirm: ({ organisation, link, lifetime }) => ({
    subject: `确认您在${organisation}的账户`,
    paragraphs: [
      `有人（希望是您本人）想用此邮箱地址在${organisation}创建账户。`,
      `请在${lifetime}内打开以下链接，并输入您所设置的密码。该链接只能使用一次。`,
      link,
      '如果不是您本人操作，请忽略本邮件：不会创建任何账户。',
    ],
  }),
  accountExists: ({ organisation }) => ({
    subject: `您在${organisation}已有账户`,
    paragraphs: [
      `有人（希望是您本人）想用此邮箱地址在${organisation}创建账户，但该账户已经存在。`,
      `请使用您的密码登录，或在登录页面点击“${FORGOT}”设置新密码。`,
      '如果不是您本人操作，请忽略本邮件。',
    ],
  }),
  passwordChanged: ({ organisation }) => ({
    subject: `您在${organisation}的密码已更改`,
    paragraphs: [
      `您在${organisation}的账户密码已更改，其他所有会话均已退出登录。`,
      `如果不是您本人操作，请立即在登录页面点击“${FORGOT}”。`,
    ],
  }),
  secondFactorOn: ({ organisation }) => ({
    subject: `${organisation}的两步登录已开启`,
    paragraphs: [
      `现在登录您在 ${organisation} 的账户还需要身份验证器应用中的验证码。`,
      '如果不是您本人操作，请立即联系本服务的运营方关闭两步登录，并设置新密码。',
    ],
  }),
  secondFactorOff: ({ organisation }) => ({
    subject: `${organisation} 的两步登录已关闭`,
    paragraphs: [
      `登录您在 ${organisation} 的账户不再需要身份验证器应用中的验证码。`,
      `如果不是您本人操作，请立即在登录页面使用“${FORGOT}”，并在个人资料中重新开启两步登录。`,
    ],
  }),
  loginCode: ({ organisation, code, lifetime }) =>
    `${code} 是您在${organisation}的登录验证码，有效期为${lifetime}。请勿告诉任何人。`,
};
