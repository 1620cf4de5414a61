// SPDX-License-Identifier: Apache-2.0
/** The files of one version of the app, kept so that it starts without a network. */
export interface ShellPlan {
  /** Names the version. */
  readonly build: string;
  readonly edition: string;
  /** Paths below the worker's folder; all but the page itself are named by their content. */
  readonly files: readonly string[];
  /** The workers that a measurement runs, kept where it runs without a network. */
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

  /** Fetches what is not kept yet. Rejects when one file cannot be had: the version is whole or not at all. */
  async fill(): Promise<void> {
    await this.#fetch([...this.#plan.files, '']);
  }

  /** The same with the workers of a measurement. */
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
   * The newest page, one for every address of the app; without a network, or while what stands before the server says
   * that the server is away, the kept one. `onOffline` is called in that case. It is asked for by the folder's address:
   * a navigation that a worker passes on no longer says that it is one, and the server then finds nothing at a screen's
   * address.
   */
  async page(_request: Request, onOffline: () => void): Promise<Response> {
    const newest = await fetch(this.#scope, { cache: 'no-cache' }).catch(() => null);
    if (newest !== null && newest.status < 500) return newest;
    onOffline();
    const kept = await (await this.#open()).match(this.#scope);
    return kept ?? newest ?? Response.error();
  }

  /** What is kept, else the network's, which is kept from then on. */
  async hashed(request: Request, onOffline: () => void): Promise<Response> {
    const kept = await this.#caches.match(request.url);
    if (kept !== undefined) return kept;
    const response = await this.#ask(request, onOffline);
    if (response.status === 200) await this.#keep(request.url, response.clone());
    return response;
  }

  /** The network's, which is kept; without a network what is kept. */
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

  /** Drops the versions that no page runs any more. */
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

  /** A full disk costs the next start a download, no more. */
  async #keep(url: string, response: Response): Promise<void> {
    const cache = await this.#open();
    await cache.put(url, response).catch(() => undefined);
  }

  #open(): Promise<Cache> {
    return this.#caches.open(prefixOf(this.#plan) + this.#plan.build);
  }
}
