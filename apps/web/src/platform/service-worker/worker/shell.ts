// SPDX-License-Identifier: Apache-2.0
import { isPage } from '../../http/is-page.ts';

/** The files of one version of the app, cached so that it starts without a network. */
export interface ShellPlan {
  /** The version. */
  readonly build: string;
  readonly edition: string;
  /** Paths below the worker's folder; all but the page itself have a content hash in their names. */
  readonly files: readonly string[];
  /** Workers used by a measurement, cached where it runs without a network. */
  readonly workers: readonly string[];
}

/** After this long without a response the cached page is used, as on a Wi-Fi that leads nowhere, ms. */
const PAGE_LIMIT_MS = 5000;

const prefixOf = ({ edition }: ShellPlan): string => `perfuse-shell-${edition}-`;

export class Shell {
  readonly #plan: ShellPlan;
  readonly #caches: CacheStorage;
  /** Address of the worker's folder; ends with a slash. */
  readonly #scope: string;

  constructor(plan: ShellPlan, caches: CacheStorage, scope: string) {
    this.#plan = plan;
    this.#caches = caches;
    this.#scope = scope;
  }

  /**
   * Fetches files that are not cached yet. Rejects when one file fails or the page is of another version: a version is
   * cached completely or not at all.
   */
  async fill(): Promise<void> {
    await this.#fetch([...this.#plan.files, '']);
  }

  /** The same for the workers of a measurement. */
  async fillWorkers(): Promise<void> {
    await this.#fetch(this.#plan.workers);
  }

  async #fetch(paths: readonly string[]): Promise<void> {
    const cache = await this.#open();
    await Promise.all(
      paths.map(async (path) => {
        const url = this.#scope + path;
        const kept = path === '' ? undefined : await this.#caches.match(url);
        const response = kept ?? (await fetch(url, path === '' ? { cache: 'no-cache' } : {}));
        if (!response.ok) throw new Error(`status ${String(response.status)} for ${url}`);
        const isOwn =
          path === ''
            ? (await response.clone().text()).includes(this.#plan.build)
            : !isPage(response);
        if (!isOwn) throw new Error(`not of this version: ${url}`);
        await cache.put(url, this.#direct(response));
      }),
    );
  }

  /**
   * The newest page, which is the same for every address of the app; the cached one without a network, while nothing
   * answers, or while a proxy reports that the server is unavailable, after calling `onOffline`. It is requested at the
   * folder's address: a navigation that a worker forwards is no longer marked as one, and the server would find nothing
   * at a screen's address.
   */
  async page(_request: Request, onOffline: () => void): Promise<Response> {
    const asked = fetch(this.#scope, { cache: 'no-cache' }).then(
      (response) => this.#direct(response),
      () => null,
    );
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PAGE_LIMIT_MS));
    const newest = await Promise.race([asked, late]);
    if (newest !== null && newest.status < 500) return newest;
    onOffline();
    const kept = await this.#open()
      .then((cache) => cache.match(this.#scope))
      .catch(() => undefined);
    return kept ?? (await asked) ?? Response.error();
  }

  /** The cached response, else the network's, which is then cached. */
  async hashed(request: Request, onOffline: () => void): Promise<Response> {
    const kept = await this.#kept(request.url);
    if (kept !== undefined) return kept;
    const response = await this.#ask(request, onOffline);
    await this.#keep(request.url, response);
    return response;
  }

  /** The network's response, which is then cached; without a network the cached one. */
  async fresh(request: Request, onOffline: () => void): Promise<Response> {
    try {
      const response = await this.#ask(request, onOffline);
      await this.#keep(request.url, response);
      return response;
    } catch (error) {
      const kept = await this.#kept(request.url);
      if (kept === undefined) throw error;
      return kept;
    }
  }

  /**
   * As the answer to a navigation, browsers refuse a response that was redirected, as by a proxy that moved the start.
   * That of another site stays refused: it would become a page of this one.
   */
  #direct(response: Response): Response {
    const isWithin =
      response.redirected && new URL(response.url).origin === new URL(this.#scope).origin;
    return isWithin ? new Response(response.body, response) : response;
  }

  /** Deletes versions that no page runs any more. */
  async dropOthers(inUse: ReadonlySet<string>): Promise<void> {
    const prefix = prefixOf(this.#plan);
    const wanted = new Set([this.#plan.build, ...inUse].map((build) => prefix + build));
    const names = await this.#caches.keys();
    const old = names.filter((name) => name.startsWith(prefix) && !wanted.has(name));
    await Promise.all(old.map((name) => this.#caches.delete(name)));
  }

  async #ask(request: Request, onOffline: () => void): Promise<Response> {
    try {
      return await fetch(request);
    } catch (error) {
      onOffline();
      throw error;
    }
  }

  /** A browser whose cache cannot be read, such as a damaged one, uses the network. */
  #kept(url: string): Promise<Response | undefined> {
    return this.#caches.match(url).catch(() => undefined);
  }

  /** If the disk is full, or the cache damaged, the next start only has to download again. */
  async #keep(url: string, response: Response): Promise<void> {
    if (response.status !== 200 || isPage(response)) return;
    const copy = response.clone();
    await this.#open()
      .then((cache) => cache.put(url, copy))
      .catch(() => undefined);
  }

  #open(): Promise<Cache> {
    return this.#caches.open(prefixOf(this.#plan) + this.#plan.build);
  }
}
