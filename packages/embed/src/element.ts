// SPDX-License-Identifier: Apache-2.0
import { REASONS, targetOf, type Target } from './address.ts';
import type { ErrorDetail, FrameErrorCode, PerfuseEvents } from './events.ts';
import { messageOf, type Message, type Settings } from './messages.ts';
import { readDelivered } from './results.ts';

/** After the frame has loaded something, before the host is asked whether it is there, ms. */
const PATIENCE_MS = 2000;
/** A host that answers then has this long to show the app: slow phones take some seconds, ms. */
const APP_LIMIT_MS = 8000;
/** A frame that loads nothing at all: some browsers say nothing of one that they refuse, ms. */
const LOAD_LIMIT_MS = 20_000;

/** After these the app may still come. */
const MAY_COME: readonly FrameErrorCode[] = ['UNREACHABLE', 'FRAME_REFUSED'];

const RESTARTS = ['src', 'config', 'link'];
const STYLE = `:host{display:block;position:relative}:host([hidden]),.off{display:none}.wait{visibility:hidden}
iframe{width:100%;border:0;vertical-align:top}p{margin:0;padding:1em;text-align:center}[role=status]{position:absolute;inset:0}`;

/** A page may be made on a server, which has no elements: there the class is never used. */
const Base =
  (globalThis as Partial<Pick<typeof globalThis, 'HTMLElement'>>).HTMLElement ??
  (Object as unknown as typeof HTMLElement);

/** What browsers let a frame do: Chromium alone tells, and the types do not know. */
interface WithFeaturePolicy {
  readonly featurePolicy?: { readonly allowsFeature: (feature: string) => boolean };
}

/** What keeps the app from working before it is opened. */
function problemOf(target: Target | null): FrameErrorCode | null {
  if (target === null) return 'NOT_CONFIGURED';
  return isSecureContext ? null : 'INSECURE_PAGE';
}

type EventMap = Omit<HTMLElementEventMap, keyof PerfuseEvents> & {
  readonly [name in keyof PerfuseEvents]: CustomEvent<PerfuseEvents[name]>;
};

/**
 * `<perfuse-measurement src="https://HOST/org/" config="ID">`: a measurement of Perfuse in a frame that is as high as its
 * content. Its children are shown where it cannot be: without JavaScript, and with an error.
 */
export class PerfuseMeasurement extends Base {
  static readonly observedAttributes = [...RESTARTS, 'lang', 'theme', 'height'];

  #problem: ErrorDetail | null = null;
  #stop: AbortController | null = null;
  #frame: HTMLIFrameElement | null = null;
  #target: Target | null = null;
  #sessionId = '';
  #isQueued = false;

  override addEventListener<K extends keyof EventMap>(
    type: K,
    listener: (this: PerfuseMeasurement, event: EventMap[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener, options);
  }

  /** Why there is no app; null while there is one, or may come. What is wrong at once is told before anybody listens. */
  get problem(): ErrorDetail | null {
    return this.#problem;
  }

  connectedCallback(): void {
    this.reload();
  }

  /** The frame goes, and with it the camera and every connection. */
  disconnectedCallback(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#frame?.remove();
    this.#frame = null;
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (this.#stop === null || before === after) return;
    if (!RESTARTS.includes(name)) {
      this.#sendSettings();
      return;
    }
    if (this.#isQueued) return;
    // Several that change at once are one change.
    this.#isQueued = true;
    queueMicrotask(() => {
      this.#isQueued = false;
      if (this.isConnected) this.reload();
    });
  }

  /** Opens the app anew, as when the element came into the page. A launch link works once. */
  reload(): void {
    this.disconnectedCallback();
    const stop = new AbortController();
    this.#stop = stop;
    this.#sessionId = '';
    this.#problem = null;
    const { signal } = stop;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const target = targetOf(
      {
        link: this.getAttribute('link'),
        src: this.getAttribute('src'),
        config: this.getAttribute('config'),
      },
      document.baseURI,
    );
    this.#target = target;
    const problem = problemOf(target);
    if (problem !== null) this.#refuse(problem);
    else if (target !== null) this.#open(root, target, signal);
  }

  #open(root: ShadowRoot, target: Target, signal: AbortSignal): void {
    const loading = document.createElement('p');
    loading.setAttribute('part', 'loading');
    loading.setAttribute('role', 'status');
    loading.textContent = '…';
    const frame = document.createElement('iframe');
    this.#frame = frame;
    frame.title = this.getAttribute('aria-label') ?? 'Perfuse';
    frame.allow = `camera ${target.origin}; screen-wake-lock ${target.origin}`;
    frame.setAttribute('part', 'frame');
    frame.className = 'wait';
    frame.style.height = `${String(this.#leastHeight())}px`;
    frame.addEventListener('load', () => void this.#watch(target, PATIENCE_MS, signal));
    frame.src = target.address;
    root.replaceChildren(loading, frame);
    const { featurePolicy } = frame as WithFeaturePolicy;
    if (featurePolicy?.allowsFeature('camera') === false) {
      frame.remove();
      this.#refuse('CAMERA_BLOCKED');
      return;
    }
    void this.#watch(target, LOAD_LIMIT_MS, signal);
    addEventListener('message', (event) => this.#hear(event), { signal });
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, disposition }) => {
        // A policy that only reports blocks nothing.
        if (effectiveDirective !== 'frame-src' || disposition !== 'enforce') return;
        if (blockedURI.startsWith(target.origin)) this.#refuse('FRAME_BLOCKED');
      },
      { signal },
    );
  }

  #tell<K extends keyof PerfuseEvents>(type: K, detail: Omit<PerfuseEvents[K], 'sessionId'>): void {
    this.dispatchEvent(
      new CustomEvent(type, { detail: { sessionId: this.#sessionId, ...detail } }),
    );
  }

  #leastHeight(): number {
    const asked = Number(this.getAttribute('height'));
    if (asked >= 200 && asked <= 4000) return Math.round(asked);
    return Math.min(720, Math.max(480, innerHeight));
  }

  #sendSettings(): void {
    const theme = this.getAttribute('theme');
    const settings: Settings = {
      source: 'perfuse-embed',
      version: 1,
      type: 'settings',
      language: this.getAttribute('lang'),
      theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
      height: this.#leastHeight(),
    };
    if (this.#target !== null && this.#sessionId !== '') {
      this.#frame?.contentWindow?.postMessage(settings, this.#target.origin);
    }
  }

  #hear({ source, origin, data }: MessageEvent<unknown>): void {
    // Any window may send: only the app in this frame counts.
    if (this.#frame === null || source !== this.#frame.contentWindow) return;
    if (origin !== this.#target?.origin) return;
    const message = messageOf(data);
    if (message !== null) this.#take(this.#frame, message);
  }

  #take(frame: HTMLIFrameElement, message: Message): void {
    switch (message.type) {
      case 'ready':
        this.#show(frame, message.sessionId);
        this.#sendSettings();
        this.#tell('ready', { configId: message.configId });
        break;
      case 'height':
        frame.style.height = `${String(Math.max(message.height, this.#leastHeight()))}px`;
        break;
      case 'screen': {
        // The frame does not scroll, the page does: without this a screen would begin where the one before ended.
        const { top, bottom } = this.getBoundingClientRect();
        if (this.#sessionId !== '' && top < 0 && bottom > 0) this.scrollIntoView();
        break;
      }
      case 'measurement-started':
        this.#tell('started', {});
        break;
      case 'progress': {
        const fraction = Math.min(1, message.answered / message.parts);
        this.#tell('progress', { fraction, stars: message.stars });
        break;
      }
      case 'measurement-cancelled':
        this.#tellError('MEASUREMENT_CANCELED', null);
        break;
      case 'measurement-failed':
        this.#tellError(message.error, null);
        break;
      case 'result': {
        const delivered = readDelivered(message.callback);
        this.#tell('result', { ...delivered, address: null, isFinal: false });
        break;
      }
      case 'finished': {
        const { callback, address } = message;
        // A refused launch was never ready.
        this.#show(frame, callback.sessionId);
        if (callback.error !== undefined) this.#tellError(callback.error, address);
        else this.#tell('result', { ...readDelivered(callback), address, isFinal: true });
        break;
      }
    }
  }

  /** The app is there: whatever was said while it was waited for goes. */
  #show(frame: HTMLIFrameElement, sessionId: string): void {
    this.#sessionId = sessionId;
    this.#problem = null;
    frame.className = '';
    this.#unsay();
  }

  #unsay(): void {
    for (const said of this.shadowRoot?.querySelectorAll('p,slot') ?? []) said.remove();
  }

  #tellError(code: string, address: string | null): void {
    this.#tell('error', { code, message: code, address, isFinal: address !== null });
  }

  /** The app did not come: says so where it would be, and lets the page show something of its own. */
  #refuse(code: FrameErrorCode): void {
    const message = `<perfuse-measurement> on ${location.origin}: ${REASONS[code]}.`;
    // oxlint-disable-next-line no-console -- the developer of the page looks there
    console.error(message);
    const text = document.createElement('p');
    text.setAttribute('part', 'error');
    text.setAttribute('role', 'alert');
    text.textContent = `The measurement cannot be shown here (${code}).`;
    this.#unsay();
    // It stays for an app that comes late.
    if (this.#frame !== null) this.#frame.className = 'off';
    this.shadowRoot?.append(text, document.createElement('slot'));
    const isFinal = !MAY_COME.includes(code);
    const detail = { code, message, address: null, isFinal };
    this.#problem = { sessionId: '', ...detail };
    this.#tell('error', detail);
    // A network that comes back may bring it.
    if (code !== 'UNREACHABLE' || this.#stop === null) return;
    addEventListener('online', () => this.reload(), { once: true, signal: this.#stop.signal });
  }

  /** Waits for the app; without it, finds out why it does not come. */
  async #watch({ origin }: Target, patienceMs: number, signal: AbortSignal): Promise<void> {
    const isWaiting = async (ms: number): Promise<boolean> => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return !signal.aborted && this.#sessionId === '' && this.#problem === null;
    };
    if (!(await isWaiting(patienceMs))) return;
    // What the host has for pages of other sites.
    const answers = await fetch(`${origin}/org/embed.js`, {
      method: 'HEAD',
      mode: 'no-cors',
      cache: 'no-store',
      signal,
    }).then(
      () => true,
      () => false,
    );
    if (!(await isWaiting(answers ? APP_LIMIT_MS : 0))) return;
    this.#refuse(answers ? 'FRAME_REFUSED' : 'UNREACHABLE');
  }
}
