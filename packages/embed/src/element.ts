// SPDX-License-Identifier: Apache-2.0
import { REASONS, targetOf, type Target } from './address.ts';
import type { ErrorDetail, FrameErrorCode, PerfuseEvents } from './events.ts';
import { messageOf, type Message, type Settings } from './messages.ts';
import { readDelivered } from './results.ts';

/** Wait after the frame has loaded something, before the host is checked for availability, ms. */
const CHECK_AFTER_MS = 2000;
/** Additional time for the app if the host answers: slow phones take some seconds, ms. */
const APP_LIMIT_MS = 8000;
/** Time limit for a frame that loads nothing: some browsers do not report a frame that they refuse, ms. */
const LOAD_LIMIT_MS = 20_000;

/** After these errors, the app may still load. */
const TRANSIENT: readonly FrameErrorCode[] = ['UNREACHABLE', 'FRAME_REFUSED'];

const RESTARTS = ['src', 'config', 'link'];
const STYLE = `:host{display:block;position:relative}:host([hidden]),.off{display:none}.wait{visibility:hidden}
iframe{width:100%;border:0;vertical-align:top}p{margin:0;padding:1em;text-align:center}[role=status]{position:absolute;inset:0}`;

/** On a server there is no HTMLElement; the class is never instantiated there. */
const Base =
  (globalThis as Partial<Pick<typeof globalThis, 'HTMLElement'>>).HTMLElement ??
  (Object as unknown as typeof HTMLElement);

/** Permissions of a frame: available in Chromium only, and missing in the types. */
interface WithFeaturePolicy {
  readonly featurePolicy?: { readonly allowsFeature: (feature: string) => boolean };
}

/** Problems that are known before the app is opened. */
function problemOf(target: Target | null): FrameErrorCode | null {
  if (target === null) return 'NOT_CONFIGURED';
  return isSecureContext ? null : 'INSECURE_PAGE';
}

type EventMap = Omit<HTMLElementEventMap, keyof PerfuseEvents> & {
  readonly [name in keyof PerfuseEvents]: CustomEvent<PerfuseEvents[name]>;
};

/**
 * `<perfuse-measurement src="https://HOST/org/" config="ID">`: a Perfuse measurement in a frame with the height of its
 * content. Its children are shown as a fallback: without JavaScript, and after an error.
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

  /**
   * Why the app is not shown; null while it is, or may still load. Immediate errors occur before listeners can be
   * attached.
   */
  get problem(): ErrorDetail | null {
    return this.#problem;
  }

  connectedCallback(): void {
    this.reload();
  }

  /** Removes the frame, and with it the camera and every connection. */
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
    // Several simultaneous changes cause one reload.
    this.#isQueued = true;
    queueMicrotask(() => {
      this.#isQueued = false;
      if (this.isConnected) this.reload();
    });
  }

  /** Reopens the app, as when the element is inserted into the page. A launch link works only once. */
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
    frame.style.height = `${String(this.#minHeight())}px`;
    frame.addEventListener('load', () => void this.#watch(target, CHECK_AFTER_MS, signal));
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
        // A report-only policy blocks nothing.
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

  #minHeight(): number {
    const height = Number(this.getAttribute('height'));
    if (height >= 200 && height <= 4000) return Math.round(height);
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
      height: this.#minHeight(),
    };
    if (this.#target !== null && this.#sessionId !== '') {
      this.#frame?.contentWindow?.postMessage(settings, this.#target.origin);
    }
  }

  #hear({ source, origin, data }: MessageEvent<unknown>): void {
    // Any window may send messages: only the app in this frame counts.
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
      case 'launch-refused':
        // The app says why, in the frame.
        this.#show(frame, message.sessionId);
        this.#tellError(message.error, null, message.isFinal);
        break;
      case 'height':
        frame.style.height = `${String(Math.max(message.height, this.#minHeight()))}px`;
        break;
      case 'screen': {
        // The page scrolls, not the frame: otherwise a screen would start at the scroll position of the previous one.
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
        // A refused launch never sent `ready`.
        this.#show(frame, callback.sessionId);
        if (callback.error !== undefined) this.#tellError(callback.error, address);
        else this.#tell('result', { ...readDelivered(callback), address, isFinal: true });
        break;
      }
    }
  }

  /** Shows the app and removes the loading or error text. */
  #show(frame: HTMLIFrameElement, sessionId: string): void {
    this.#sessionId = sessionId;
    this.#problem = null;
    frame.className = '';
    this.#unsay();
  }

  #unsay(): void {
    for (const said of this.shadowRoot?.querySelectorAll('p,slot') ?? []) said.remove();
  }

  #tellError(code: string, address: string | null, isFinal = address !== null): void {
    this.#tell('error', { code, message: `Ended without a result: ${code}.`, address, isFinal });
  }

  /** The app did not load: shows an error in its place, and lets the page show its own content. */
  #refuse(code: FrameErrorCode): void {
    const message = `<perfuse-measurement> on ${location.origin}: ${REASONS[code]}.`;
    // oxlint-disable-next-line no-console -- the developer of the page looks there
    console.error(message);
    const text = document.createElement('p');
    text.setAttribute('part', 'error');
    text.setAttribute('role', 'alert');
    text.textContent = `The measurement cannot be shown here (${code}).`;
    this.#unsay();
    // The frame remains for an app that loads late.
    if (this.#frame !== null) this.#frame.className = 'off';
    this.shadowRoot?.append(text, document.createElement('slot'));
    const isFinal = !TRANSIENT.includes(code);
    const detail = { code, message, address: null, isFinal };
    this.#problem = { sessionId: '', ...detail };
    this.#tell('error', detail);
    // The app may load once the network is available again.
    if (code !== 'UNREACHABLE' || this.#stop === null) return;
    const reload = (): void => {
      if (this.#problem !== null) this.reload();
    };
    addEventListener('online', reload, { once: true, signal: this.#stop.signal });
  }

  /** Waits for the app; if it does not load, finds out why. */
  async #watch({ origin }: Target, patienceMs: number, signal: AbortSignal): Promise<void> {
    const isWaiting = async (ms: number): Promise<boolean> => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return !signal.aborted && this.#sessionId === '' && this.#problem === null;
    };
    if (!(await isWaiting(patienceMs))) return;
    // A file that the host serves to pages of other sites.
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
