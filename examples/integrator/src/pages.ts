// SPDX-License-Identifier: Apache-2.0
import { Html, html } from './html.ts';
import { errorPart, resultsPart } from './result-parts.ts';
import { resultsOf, WAYS, type Visit, type Way } from './visits.ts';

const SCRIPT = new Html('<script type="module" src="/page.js"></script>');

export function page(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Example Clinic</title>
        <link rel="stylesheet" href="/style.css" />
        <link rel="icon" href="data:," />
        ${SCRIPT}
      </head>
      <body>
        <header><a href="/">Example Clinic</a><span>an integrator's server</span></header>
        <main>${body}</main>
      </body>
    </html>`.text;
}

const WAY_TEXTS: Readonly<Record<Way, readonly [name: string, about: string]>> = {
  callback: ['By redirect', 'The browser returns with the encrypted results.'],
  'results-api': [
    'By results API',
    'Perfuse posts the results to this server; the browser returns with their id.',
  ],
  frame: ['In a frame', 'The app opens in a frame on this site and reports its progress.'],
};

const wayOption = (way: Way): Html => {
  const [name, about] = WAY_TEXTS[way];
  const input =
    way === 'callback'
      ? html`<input type="radio" name="way" value="${way}" checked />`
      : html`<input type="radio" name="way" value="${way}" />`;
  return html`<label class="way">${input}<b>${name}</b><small>${about}</small></label>`;
};

function stateOf(visit: Visit): Html {
  const { callback, events } = visit;
  if (callback?.kind === 'error') return html`<span class="state bad">${callback.error}</span>`;
  if (resultsOf(visit) !== null) return html`<span class="state good">results</span>`;
  if (callback !== null) return html`<span class="state bad">no results posted</span>`;
  return html`<span class="state">${events.at(-1)?.event ?? 'sent'}</span>`;
}

const clock = (date: Date): string => date.toISOString().slice(11, 19);

const row = (visit: Visit): Html => html`
  <tr>
    <td><a href="/visits/${visit.sessionId}">${visit.sessionId.slice(0, 8)}</a></td>
    <td>${clock(visit.startedAt)}</td>
    <td>${WAY_TEXTS[visit.way][0]}</td>
    <td>${stateOf(visit)}</td>
  </tr>
`;

export function homePage(visits: readonly Visit[]): string {
  const list =
    visits.length === 0
      ? html`<p class="quiet">No visits yet.</p>`
      : html`<table>
          <thead>
            <tr>
              <th>Visit</th>
              <th>Started</th>
              <th>Results</th>
              <th>State</th>
            </tr>
          </thead>
          <tbody>
            ${visits.map(row)}
          </tbody>
        </table>`;
  return page(
    'Measure',
    html`
      <section class="card">
        <h1>Measure vital signs</h1>
        <p>A signed link takes you to the measurement and back with the result.</p>
        <form method="post" action="/measure">
          <fieldset>
            <legend>How results are returned</legend>
            ${WAYS.map(wayOption)}
          </fieldset>
          <button>Measure</button>
        </form>
      </section>
      <section class="card" data-live>
        <h2>Visits</h2>
        ${list}
      </section>
    `,
  );
}

function outcomePart(visit: Visit): Html {
  const results = resultsOf(visit);
  if (results !== null) return resultsPart(results, visit);
  if (visit.callback?.kind === 'error') return errorPart(visit.callback);
  return html`<h1>Not finished</h1>
    <p class="quiet">The result appears here once the browser returns.</p>`;
}

const eventRow = ({
  sequence,
  timestamp,
  event,
  severity,
  payload,
}: Visit['events'][number]): Html =>
  html`<tr class="${severity.toLowerCase()}">
    <td>${sequence}</td>
    <td>${timestamp.slice(11, 23)}</td>
    <td>${event}</td>
    <td><code>${JSON.stringify(payload)}</code></td>
  </tr>`;

export function visitPage(visit: Visit): string {
  const events =
    visit.events.length === 0
      ? html`<p class="quiet">No events yet.</p>`
      : html`<table class="events">
          <thead>
            <tr>
              <th>No.</th>
              <th>Time</th>
              <th>Event</th>
              <th>Data</th>
            </tr>
          </thead>
          <tbody>
            ${visit.events.map(eventRow)}
          </tbody>
        </table>`;
  return page(
    'Visit',
    html`
      <section class="card">${outcomePart(visit)}</section>
      <section class="card" data-live>
        <h2>Verified webhook events</h2>
        ${events}
      </section>
      <p><a href="/">Measure again</a></p>
    `,
  );
}

export function framePage(link: string): string {
  return page(
    'Measure',
    html`
      <iframe
        src="${link}"
        allow="camera; screen-wake-lock"
        title="Measurement"
        data-perfuse
      ></iframe>
      <section class="card">
        <h2>Messages from the frame</h2>
        <ol id="messages"></ol>
      </section>
    `,
  );
}

export function problemPage(title: string, text: string): string {
  return page(
    title,
    html`<section class="card">
      <h1>${title}</h1>
      <p>${text}</p>
    </section>`,
  );
}
