/** Renders nothing in place of a part that failed, where the page can be used without that part. */
import { Component, type ReactNode } from 'react';

type State = { isBroken: boolean };

export class QuietBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
