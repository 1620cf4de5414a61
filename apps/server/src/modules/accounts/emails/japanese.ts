// SPDX-License-Identifier: Apache-2.0
import type { EmailTexts } from './email-texts.ts';

/** The link of the sign-in screen, as the app names it. */
const FORGOT = 'パスワードを忘れた場合';

export const JAPANESE: EmailTexts = {
  reset: ({ organisation, link, lifetime }) => ({
    subject: `${organisation}の新しいパスワードの設定`,
    paragraphs: [
      `${organisation}のアカウントについて、パスワード再設定のリクエストがありました。`,
      `ご本人の場合は、${lifetime}以内に次のリンクを開いてください。リンクは一度だけ使えます。`,
      link,
      '心当たりがない場合は、何もする必要はありません。パスワードはそのままです。',
    ],
  }),
  invitation: ({ organisation, link, lifetime }) => ({
    subject: `${organisation}のアカウントのご案内`,
    paragraphs: [
      `このメールアドレスで、${organisation}にあなたのアカウントが作成されました。`,
      `${lifetime}以内に次のリンクを開き、パスワードを決めてください。リンクは一度だけ使えます。`,
      link,
      `期限を過ぎた場合は、ログイン画面の「${FORGOT}」から新しいリンクを受け取れます。`,
      '心当たりがない場合は、何もする必要はありません。',
    ],
  }),
  confirm: ({ organisation, link, lifetime }) => ({
    subject: `${organisation}のアカウントの確認`,
    paragraphs: [
      `このメールアドレスで${organisation}のアカウント作成のリクエストがありました。`,
      `ご本人の場合は、${lifetime}以内に次のリンクを開き、登録時に決めたパスワードを入力してください。リンクは一度だけ使えます。`,
      link,
      '心当たりがない場合は、何もする必要はありません。アカウントは作成されません。',
    ],
  }),
  accountExists: ({ organisation }) => ({
    subject: `${organisation}のアカウントはすでにあります`,
    paragraphs: [
      `このメールアドレスで${organisation}のアカウントの作成が申し込まれましたが、アカウントはすでにあります。`,
      `お持ちのパスワードでログインするか、ログイン画面の「${FORGOT}」から新しいパスワードを設定してください。`,
      '心当たりがない場合は、何もする必要はありません。',
    ],
  }),
  passwordChanged: ({ organisation }) => ({
    subject: `${organisation}のパスワードが変更されました`,
    paragraphs: [
      `${organisation}のアカウントのパスワードが変更され、ほかのすべての端末からログアウトしました。`,
      `心当たりがない場合は、すぐにログイン画面の「${FORGOT}」をご利用ください。`,
    ],
  }),
  secondFactorOn: ({ organisation }) => ({
    subject: `${organisation} の2段階ログインがオンになりました`,
    paragraphs: [
      `${organisation} のアカウントへのログインに、認証アプリのコードも必要になりました。`,
      'お心当たりがない場合は、すぐに本サービスの運営者に2段階ログインの解除を依頼し、新しいパスワードを設定してください。',
    ],
  }),
  secondFactorOff: ({ organisation }) => ({
    subject: `${organisation} の2段階ログインがオフになりました`,
    paragraphs: [
      `${organisation} のアカウントへのログインに、認証アプリのコードは不要になりました。`,
      `お心当たりがない場合は、すぐにログイン画面の「${FORGOT}」をご利用のうえ、プロフィールで2段階ログインを再びオンにしてください。`,
    ],
  }),
  loginCode: ({ organisation, code, lifetime }) =>
    `${code} は${organisation}のログイン用コードです。有効期限は${lifetime}です。誰にも教えないでください。`,
};
