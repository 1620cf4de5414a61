// SPDX-License-Identifier: Apache-2.0
/** Checks whether the mail server accepts mails from this installation; a test mail is sent only on request. */
import { randomUUID } from 'node:crypto';
import type { Configuration } from '../../platform/config/configuration.ts';
import { configuredMail } from '../../platform/mail/create-transports.ts';
import { JobError } from '../../platform/jobs/job-error.ts';
import { codeOf, reasonOf } from '../../platform/telemetry/error-code.ts';
import { failed, ok, skipped, warning, type Finding } from './finding.ts';

const OWN_AUTHORITY =
  'The certificate of the mail server is from an unknown authority. For a private one, set NODE_EXTRA_CA_CERTS=/path/to/authority.pem, for the server too.';

/** What to do, by the error code of nodemailer or OpenSSL. */
const ADVICE: Readonly<Record<string, string>> = {
  EAUTH:
    'Check the user and the password in PERFUSE_SMTP_URL; characters such as @ and / must be percent-encoded.',
  EDNS: 'Check the host in PERFUSE_SMTP_URL.',
  EENVELOPE:
    'Check PERFUSE_MAIL_FROM, and that the mail server lets this user send from that address and to other domains.',
  CERT_HAS_EXPIRED: 'The certificate of the mail server has expired: renew it there.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use the host name in PERFUSE_SMTP_URL that the certificate names.',
  DEPTH_ZERO_SELF_SIGNED_CERT: OWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: OWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: OWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: OWN_AUTHORITY,
  ETLS: 'The server offers no usable TLS: use smtps:// (port 465), or a server with STARTTLS (port 587).',
};
const OTHERWISE =
  'Check host and port in PERFUSE_SMTP_URL, and that the firewall and the hosting provider let this machine send mail (many block port 25; use 587 or 465).';

function unsent(check: string, what: string, error: unknown): Finding {
  // The code does not contain the mail server's message.
  const words = error instanceof JobError ? error.cause : error;
  const code = codeOf(error).replace(/_\d{3}$/, '');
  return failed(check, `${what}: ${reasonOf(words)}`, ADVICE[code] ?? OTHERWISE);
}

/** @param count mails and text messages that were given up. */
export function outboxFinding(count: number): Finding {
  const check = 'mail.outbox';
  if (count === 0) return ok(check, 'No message has failed permanently.');
  return warning(
    check,
    `Messages that failed permanently: ${String(count)}.`,
    'perfuse outbox list shows why. After fixing that, send them with perfuse outbox retry --failed.',
  );
}

/** @param sendTo address for a test mail that the operator requested. */
export async function checkMail(
  configuration: Configuration,
  sendTo: string | undefined,
): Promise<readonly Finding[]> {
  const mail = configuredMail(configuration);
  if (mail === undefined) {
    const finding = warning(
      'mail.server',
      'No mail server is configured: invitations and reset links stay in the outbox.',
      'Set PERFUSE_SMTP_URL, or pass on the links from perfuse outbox show.',
    );
    return [finding];
  }
  try {
    await mail.verify();
  } catch (error) {
    return [
      unsent('mail.server', 'The mail server cannot be used', error),
      skipped('mail.sent', 'Requires a usable mail server.'),
    ];
  }
  const server = ok('mail.server', 'The mail server responds and accepts the login.');
  if (sendTo === undefined) {
    return [server, skipped('mail.sent', 'No test email was requested with --send-to.')];
  }
  try {
    await mail.send({
      id: randomUUID(),
      recipient: sendTo,
      subject: 'Perfuse: test',
      body: 'perfuse doctor sent this email to test delivery. No action is needed.',
    });
    return [
      server,
      ok('mail.sent', `The mail server accepted an email to ${sendTo}. Check that it arrives.`),
    ];
  } catch (error) {
    return [server, unsent('mail.sent', `The email to ${sendTo} was refused`, error)];
  }
}
