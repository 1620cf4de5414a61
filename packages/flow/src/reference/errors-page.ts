// SPDX-License-Identifier: Apache-2.0
import { EVENT_LIMITS, REMOTE_EVENTS } from '@perfuse/contract/events/events';
import { CALLBACK_ERRORS } from '@perfuse/contract/failures/callback-errors';
import {
  CONSTRAINTS,
  FAILURES,
  type ConstraintRow,
  type FailureRow,
} from '@perfuse/contract/failures/catalogue';
import { LAUNCH_FAILURES, type LaunchFailureRow } from '@perfuse/contract/failures/launch-failures';

import { LAUNCH_ERRORS } from '@perfuse/contract/launch/failure';
import { INTEGRATOR_PROFILE_ERRORS } from '@perfuse/contract/launch/profile';

/** Titles of the app's messages, by message key. */
export type MessageTitles = (messageKey: string) => string;

const THEN: Readonly<Record<FailureRow['then'], string>> = {
  'measure-again': 'measure again',
  permission: '/permission',
  profile: '/profile',
  consent: '/consent',
  organisation: 'ask the organisation',
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function callbackOf({ callback, callbackAfter, callbackByButton }: FailureRow): string {
  const notes = [
    ...(callbackAfter === undefined ? [] : [`from the ${String(callbackAfter)}nd on`]),
    ...(callbackByButton === undefined ? [] : ['by the button of the message']),
  ];
  return `\`${callback}\`${notes.length === 0 ? '' : `, ${notes.join(', ')}`}`;
}

function failures(titles: MessageTitles): string {
  return table(
    ['code', 'when', 'message', 'severity', 'state', 'then', 'callback', 'event'],
    Object.entries<FailureRow>(FAILURES).map(([code, row]) => [
      `\`${code}\``,
      row.when,
      titles(row.messageKey),
      row.severity,
      row.state,
      THEN[row.then],
      callbackOf(row),
      `\`${row.event}\``,
    ]),
  );
}

function constraints(): string {
  return table(
    ['code', 'when', 'switched by'],
    Object.values<ConstraintRow>(CONSTRAINTS).map(({ code, when, control }) => [
      `\`${code}\``,
      when,
      control === null ? 'always on' : `\`measurementControls.${control}\``,
    ]),
  );
}

function launching(): string {
  return table(
    ['code', 'when', 'shows', 'callback', 'event'],
    Object.entries<LaunchFailureRow>(LAUNCH_FAILURES).map(([code, row]) => [
      `\`${code}\``,
      row.when,
      row.message === null ? 'nothing' : `${row.message} (${row.shows})`,
      row.callback === null
        ? 'no redirect'
        : row.callback === 'server'
          ? "the server's code"
          : `\`${row.callback}\``,
      `\`${row.event}\``,
    ]),
  );
}

/**
 * Codes of a refused launch that may be sent to its callback. The two excluded ones have no address that can be
 * trusted.
 */
const TOLD_REFUSALS = Object.keys(LAUNCH_ERRORS).filter(
  (code) => code !== 'SIGNED_PROFILE_REQUIRED' && code !== 'CALLBACK_NOT_ALLOWED',
);

/** docs/reference/errors.md */
export function errorsPage(titles: MessageTitles): string {
  return `# Errors

Generated from \`packages/contract/src/failures/catalogue.ts\` by \`npm run flow:print\`; do not edit.

## What ends a measurement early

The measurement is then \`cancelled\`, if it could have continued, or \`failed\`. In callback mode the browser goes to the
results callback address with \`error\`, \`sessionId\` and \`details\`: base64 JSON of \`measurementId\`, \`snr\`, \`starRating\`
and, once recording had begun, \`errorTimeSeconds\`. If it is \`cancelled\`, the events webhook also receives \`CANCELED\`.

${failures(titles)}

## What the overlay asks of the person

The events webhook receives these as \`CONSTRAINT_VIOLATION\`. None of them ends a measurement, except a face that is missing for
3 s during the recording.

${constraints()}

## Before anything is measured

${launching()}

## How the server refuses a launch

In the shape of every refusal under \`/api\`, \`{code, message, errors?}\`, and with \`details\`, \`resultsCallbackUrl\` and, if the organisation signed
one, \`sessionId\`. The address is included only if the configuration allows it and either a launch key of the organisation signed the link
for that configuration or the configuration accepts unsigned profiles. The browser then redirects there with the code; without an address the message shows the code. The \`details\` of \`PROFILE_VALIDATION_FAILED\` name each field with one of ${INTEGRATOR_PROFILE_ERRORS.map((key) => `\`${key}\``).join(', ')}.

${table(
  ['code', 'status', 'meaning'],
  Object.entries(LAUNCH_ERRORS).map(([code, { status, message }]) => [
    `\`${code}\``,
    String(status),
    message,
  ]),
)}

## Shapes of a refusal

Every refusal under \`/api\` is \`{code, message}\`; with \`VALIDATION_ERROR\` also \`errors\`, which names each field with the rules
that it broke: \`{"email": [["FORMAT", ["…"]]]}\`; with \`TOO_MANY_ATTEMPTS\` also \`remainingLockoutDurationSec\`. Under
\`/analysis\` and \`/admin/api\` the names of the fields are the protocol's: \`{Code, Message, Errors?}\`. A status without a
readable body counts as \`INTERNAL_ERROR\`.

## Codes that a callback address may receive

${[...new Set([...CALLBACK_ERRORS, ...TOLD_REFUSALS])].map((code) => `- \`${code}\``).join('\n')}

## Events of the events webhook

Each with \`timestamp\`, \`sessionId\`, \`sequence\`, \`event\`, \`severity\` and \`payload\`; a request to
\`POST /api/webhook/{configId}\` carries one event of a launch, or an array of at most ${String(EVENT_LIMITS.perRequest)}. A repeated one counts once. The app
sends each with the severity below, and no vital sign in a payload. The server forwards what a page reports; it checks
only the format of severity and payload.

${table(
  ['event', 'severity'],
  Object.entries(REMOTE_EVENTS).map(([event, severity]) => [`\`${event}\``, severity]),
)}
`;
}
