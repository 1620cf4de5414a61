// SPDX-License-Identifier: Apache-2.0
import { Component, type ReactNode } from 'react';
import { CrashScreen } from './CrashScreen.tsx';

interface Props {
  readonly children: ReactNode;
}
interface State {
  readonly error: Error | null;
}

/** Last resort: replaces a screen that failed to render by one that says so and offers to start again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(cause: unknown): State {
    return { error: cause instanceof Error ? cause : new Error(String(cause)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : <CrashScreen error={error} />;
  }
}
