// SPDX-License-Identifier: Apache-2.0
/** Defines `<perfuse-measurement>`: docs/guides/embed.md. */
import { PerfuseMeasurement } from './element.ts';

export { PerfuseMeasurement };
export type {
  ErrorDetail,
  FrameErrorCode,
  PerfuseEvents,
  ProgressDetail,
  ReadyDetail,
  ResultDetail,
} from './events.ts';
export type { Results } from './results.ts';

declare global {
  interface HTMLElementTagNameMap {
    'perfuse-measurement': PerfuseMeasurement;
  }
}

// Not on a server; and only once, even if the script is loaded twice.
const { customElements: registry } = globalThis as Partial<
  Pick<typeof globalThis, 'customElements'>
>;
if (registry?.get('perfuse-measurement') === undefined) {
  registry?.define('perfuse-measurement', PerfuseMeasurement);
}
