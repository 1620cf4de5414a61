// SPDX-License-Identifier: Apache-2.0
/** Addresses of one analysis service. */
export interface AnalysisAddresses {
  /** Without a slash at the end. */
  readonly http: string;
  readonly socket: string;
}

/**
 * @param host `host[:port][/path]`, as the backend names it.
 * @param pageProtocol `http:` or `https:`; the service is reached with the same protocol as the page.
 */
export function analysisAddresses(host: string, pageProtocol: string): AnalysisAddresses {
  const secure = pageProtocol === 'https:';
  const place = host.replace(/\/+$/, '');
  return {
    http: `${secure ? 'https' : 'http'}://${place}`,
    socket: `${secure ? 'wss' : 'ws'}://${place}`,
  };
}
