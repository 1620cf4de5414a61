// SPDX-License-Identifier: Apache-2.0
import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** Shown instead when the part could not be loaded, for example offline, or rendered. */
  readonly failed: ReactNode;
  readonly children: ReactNode;
}

/** Keeps a failing part from taking the results down with it. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.failed : this.props.children;
  }
}
