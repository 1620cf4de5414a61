// SPDX-License-Identifier: Apache-2.0
import { configurationPath } from '@perfuse/contract/launch/link';
import { ANALYSIS_PATH } from './modules/web/index.ts';
import { DEMO_CONFIGURATION, type Installation } from './modules/organisations/index.ts';

export interface BannerFacts {
  /** As people type it: `http://localhost:4300`. */
  readonly origin: string;
  /** A folder, or a PostgreSQL database. */
  readonly dataLocation: string;
  readonly installation: Installation;
  readonly editions: { readonly consumer: boolean; readonly enterprise: boolean };
}

/** What an operator needs to know once the server listens. */
export function banner({ origin, dataLocation, installation, editions }: BannerFacts): string {
  const rows: [label: string, value: string][] = [];
  rows.push(['Open', editions.consumer ? `${origin}/` : 'the web app is not built: npm run build']);
  rows.push(['Analysis', `${origin}${ANALYSIS_PATH}`]);
  if (installation.demoLicenceKey !== null) {
    if (editions.enterprise) {
      rows.push(['Organisations', `${origin}${configurationPath(DEMO_CONFIGURATION.id)}`]);
    }
    rows.push(['Demo licence key', installation.demoLicenceKey]);
    rows.push(['Configuration id', DEMO_CONFIGURATION.id]);
    rows.push(['Access code', DEMO_CONFIGURATION.accessCode]);
  }
  rows.push(['Operate', 'node apps/server/dist/perfuse.mjs --help']);
  rows.push(['Data is stored in', dataLocation]);
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
  return ['', 'Perfuse is ready.', '', ...lines, '', ''].join('\n');
}
