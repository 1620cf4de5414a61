// SPDX-License-Identifier: Apache-2.0
/** Checks whether the mail server accepts mails from this installation; a test mail is sent only on request. */
import { randomUUID } from 'node:crypto';
import type { Configuration } from '../../platform/config/configuration.ts';
import { configuredMail } from '../../platform/mail/create-transports.ts';
import { JobError } from '../../platform/jobs/job-error.ts';
import { codeOf, reasonOf } from '../../platform/telemetry/error-code.ts';
import { failed, ok, skipped, warning, type Finding } from './finding.ts';

const OWN_AUTHORITY =
  'The certificate of the mail server is of an authority that is unknown here. Name one of your own with NODE_EXTRA_CA_CERTS=/path/to/authority.pem, for the server too.';

/** What to do, by the error code of nodemailer or OpenSSL. */
const ADVICE: Readonly<Record<string, string>> = {
  EAUTH:
    'Check the user and the password in PERFUSE_SMTP_URL; characters such as @ and / are written with % there.',
  EDNS: 'Check the host in PERFUSE_SMTP_URL.',
  EENVELOPE:
    'Check PERFUSE_MAIL_FROM, and that the mail server lets this user send from it, and to others.',
  CERT_HAS_EXPIRED: 'The certificate of the mail server has expired: it has to be renewed there.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Name the mail server in PERFUSE_SMTP_URL as its certificate does.',
  DEPTH_ZERO_SELF_SIGNED_CERT: OWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: OWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: OWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: OWN_AUTHORITY,
  ETLS: 'The server offers no usable TLS: use smtps:// (port 465), or a server with STARTTLS (port 587).',
};
const OTHERWISE =
  'Check host and port in PERFUSE_SMTP_URL, and that the firewall and the hoster let this machine send mail (many block port 25; use 587 or 465).';

function unsent(check: string, what: string, error: unknown): Finding {
  // The code does not contain the mail server's message.
  const words = error instanceof JobError ? error.cause : error;
  const code = codeOf(error).replace(/_\d{3}$/, '');
  return failed(check, `${what}: ${reasonOf(words)}`, ADVICE[code] ?? OTHERWISE);
}

/** @param count mails and text messages that were given up. */
export function outboxFinding(count: number): Finding {
  const check = 'mail.outbox';
  if (count === 0) return ok(check, 'No message was given up.');
  return warning(
    check,
    `Messages that were given up, and reached nobody: ${String(count)}.`,
    'perfuse outbox list says why. When that is mended, send them with perfuse outbox retry --failed.',
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
      'No mail server is configured: invitations and new passwords wait in the outbox.',
      'Set PERFUSE_SMTP_URL, or hand links over with perfuse outbox show.',
    );
    return [finding];
  }
  try {
    await mail.verify();
  } catch (error) {
    return [
      unsent('mail.server', 'The mail server cannot be used', error),
      skipped('mail.sent', 'It needs a mail server that can be used.'),
    ];
  }
  const server = ok('mail.server', 'The mail server answers and accepts the sign-in.');
  if (sendTo === undefined) {
    return [server, skipped('mail.sent', 'No mail was asked for with --send-to.')];
  }
  try {
    await mail.send({
      id: randomUUID(),
      recipient: sendTo,
      subject: 'Perfuse: test',
      body: 'perfuse doctor sent this mail to see whether mails arrive. Nothing needs to be done.',
    });
    return [server, ok('mail.sent', `A mail to ${sendTo} was handed over. See that it arrived.`)];
  } catch (error) {
    return [server, unsent('mail.sent', `The mail to ${sendTo} was refused`, error)];
  }
}
