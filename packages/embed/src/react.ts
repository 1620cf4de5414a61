// SPDX-License-Identifier: Apache-2.0
/** `<PerfuseMeasurement>` for React 18 and later, and types for the element itself in JSX. */
import {
  createElement,
  useEffect,
  useRef,
  type CSSProperties,
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { PerfuseEvents, PerfuseMeasurement as Element } from './index.ts';
import './index.ts';

/** Attributes of the element. */
export interface PerfuseMeasurementAttributes {
  /** The installation: `https://HOST/org/`. */
  readonly src?: string | undefined;
  /** Id of a configuration. */
  readonly config?: string | undefined;
  /** A launch link, instead of `src` and `config`. */
  readonly link?: string | undefined;
  readonly lang?: string | undefined;
  readonly theme?: 'auto' | 'light' | 'dark' | undefined;
  /** Minimum height, CSS px. */
  readonly height?: number | undefined;
}

export interface PerfuseMeasurementProps extends PerfuseMeasurementAttributes {
  readonly onReady?: ((detail: PerfuseEvents['ready']) => void) | undefined;
  readonly onStarted?: ((detail: PerfuseEvents['started']) => void) | undefined;
  readonly onProgress?: ((detail: PerfuseEvents['progress']) => void) | undefined;
  readonly onResult?: ((detail: PerfuseEvents['result']) => void) | undefined;
  readonly onError?: ((detail: PerfuseEvents['error']) => void) | undefined;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  /** Fallback when the app cannot be shown. */
  readonly children?: ReactNode;
}

/** A measurement in a frame. Handlers may change with every render. */
export function PerfuseMeasurement(props: PerfuseMeasurementProps): ReactElement {
  const { onReady, onStarted, onProgress, onResult, onError, className, children, ...rest } = props;
  const element = useRef<Element>(null);
  const handlers = useRef<PerfuseMeasurementProps>(props);
  const reported = useRef<PerfuseEvents['error'] | null>(null);
  useEffect(() => {
    handlers.current = { onReady, onStarted, onProgress, onResult, onError };
  });
  useEffect(() => {
    const { current } = element;
    const stop = new AbortController();
    const { signal } = stop;
    const of = (): PerfuseMeasurementProps => handlers.current;
    current?.addEventListener('ready', ({ detail }) => of().onReady?.(detail), { signal });
    current?.addEventListener('started', ({ detail }) => of().onStarted?.(detail), { signal });
    current?.addEventListener('progress', ({ detail }) => of().onProgress?.(detail), { signal });
    current?.addEventListener('result', ({ detail }) => of().onResult?.(detail), { signal });
    current?.addEventListener('error', ({ detail }) => of().onError?.(detail), { signal });
    const problem = current?.problem ?? null;
    // Strict mode runs this twice for one element.
    if (problem !== null && problem !== reported.current) of().onError?.(problem);
    reported.current = problem;
    return () => stop.abort();
  }, []);
  // React 18 does not support className on custom elements.
  return createElement(
    'perfuse-measurement',
    { ...rest, class: className, ref: element },
    children,
  );
}

/** Props of the element in JSX. */
export type PerfuseMeasurementElementProps = DetailedHTMLProps<HTMLAttributes<Element>, Element> &
  PerfuseMeasurementAttributes;

declare module 'react' {
  // oxlint-disable-next-line no-namespace -- where React's types look for elements
  namespace JSX {
    interface IntrinsicElements {
      'perfuse-measurement': PerfuseMeasurementElementProps;
    }
  }
}
