// SPDX-License-Identifier: Apache-2.0
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
   * Fetches files that are not cached yet. Rejects when one file fails: a version is cached completely or not at all.
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
        await cache.put(url, response);
      }),
    );
  }

  /**
   * The newest page, which is the same for every address of the app; the cached one without a network, or while a proxy
   * reports that the server is unavailable, after calling `onOffline`. It is requested at the folder's address: a
   * navigation that a worker forwards is no longer marked as one, and the server would find nothing at a screen's
   * address.
   */
  async page(_request: Request, onOffline: () => void): Promise<Response> {
    const newest = await fetch(this.#scope, { cache: 'no-cache' }).catch(() => null);
    if (newest !== null && newest.status < 500) return newest;
    onOffline();
    const kept = await (await this.#open()).match(this.#scope);
    return kept ?? newest ?? Response.error();
  }

  /** The cached response, else the network's, which is then cached. */
  async hashed(request: Request, onOffline: () => void): Promise<Response> {
    const kept = await this.#caches.match(request.url);
    if (kept !== undefined) return kept;
    const response = await this.#ask(request, onOffline);
    if (response.status === 200) await this.#keep(request.url, response.clone());
    return response;
  }

  /** The network's response, which is then cached; without a network the cached one. */
  async fresh(request: Request, onOffline: () => void): Promise<Response> {
    try {
      const response = await this.#ask(request, onOffline);
      if (response.status === 200) await this.#keep(request.url, response.clone());
      return response;
    } catch (error) {
      const kept = await this.#caches.match(request.url);
      if (kept === undefined) throw error;
      return kept;
    }
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

  /** If the disk is full, the next start only has to download again. */
  async #keep(url: string, response: Response): Promise<void> {
    const cache = await this.#open();
    await cache.put(url, response).catch(() => undefined);
  }

  #open(): Promise<Cache> {
    return this.#caches.open(prefixOf(this.#plan) + this.#plan.build);
  }
}
