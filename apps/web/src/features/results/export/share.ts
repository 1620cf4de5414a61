// SPDX-License-Identifier: Apache-2.0
/** Shares results through the system's share sheet. Nothing is sent automatically. */

export interface ShareContent {
  readonly title: string;
  readonly text: string;
  readonly file: File;
}

/** `cancelled`: the person closed the share sheet; `copied`: there is none, so the text is on the clipboard. */
export type ShareOutcome = 'shared' | 'cancelled' | 'copied' | 'failed';

/** The parts of a browser that sharing needs; a browser may lack all of them. */
export interface ShareApi {
  readonly share?: (data: ShareData) => Promise<void>;
  readonly canShare?: (data: ShareData) => boolean;
  readonly clipboard?: Pick<Clipboard, 'writeText'>;
}

const isCancel = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

async function copy(text: string, { clipboard }: ShareApi): Promise<ShareOutcome> {
  try {
    await clipboard?.writeText(text);
    return clipboard === undefined ? 'failed' : 'copied';
  } catch {
    return 'failed';
  }
}

/** Through the system's share sheet: with the file where it accepts files, otherwise the text alone; else copied. */
export async function share(
  { title, text, file }: ShareContent,
  port: ShareApi,
): Promise<ShareOutcome> {
  if (port.share === undefined) return copy(text, port);
  const files = [file];
  const withFile = port.canShare?.({ files }) === true;
  try {
    await port.share(withFile ? { title, text, files } : { title, text });
    return 'shared';
  } catch (error) {
    return isCancel(error) ? 'cancelled' : copy(text, port);
  }
}
