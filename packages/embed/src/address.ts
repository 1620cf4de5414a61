// SPDX-License-Identifier: Apache-2.0
import type { FrameErrorCode } from './events.ts';

export interface Target {
  /** URL that the frame opens. */
  readonly address: string;
  readonly origin: string;
}

const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** A configuration's page, or a launch link with all its parts, in the path or the fragment. */
const LINK = /\/org\/(?:i\/[\w-]{1,64}\/?(?:[?#]|$)|c\/[\w-]{1,64}[/#][^/]+\/[^/]+\/[^/]+)/;

/**
 * The target of the attributes: a launch link, or the public link of a configuration.
 * @param page URL of the embedding page, to which `src` may be relative.
 * @returns null without such an https URL; http is for the local machine only.
 */
export function targetOf(
  given: {
    readonly link: string | null;
    readonly src: string | null;
    readonly config: string | null;
  },
  page: string,
): Target | null {
  const { link, src, config } = given;
  const text =
    link ?? (src && config && `${src.replace(/\/*$/, '/')}i/${encodeURIComponent(config)}`);
  if (!text || !URL.canParse(text, page)) return null;
  const { href, origin, protocol, hostname } = new URL(text, page);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname));
  return isSafe && LINK.test(href) ? { address: href, origin } : null;
}

/** Explanation of each problem, for developers. */
export const REASONS: Readonly<Record<FrameErrorCode, string>> = {
  NOT_CONFIGURED: 'needs src="https://HOST/org/" and config="ID", or link="…" (https)',
  INSECURE_PAGE: 'browsers allow the camera only on pages loaded over https',
  CAMERA_BLOCKED: 'the Permissions-Policy of this page does not let the host use the camera',
  FRAME_BLOCKED: 'the Content-Security-Policy of this page (frame-src) does not allow the host',
  UNREACHABLE: 'the host did not answer, or connect-src of this page blocks the request',
  FRAME_REFUSED:
    'the host answers, but does not show the app: list this origin in embedOrigins, and check the configuration id',
};
