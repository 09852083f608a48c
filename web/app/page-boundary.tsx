/**
 * Shows the error page in place of a page that failed, until another address is opened. A page whose code is missing is
 * loaded again first, which may bring the code of another version.
 */
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { reloadIfCodeIsMissing } from '#web/lib/missing-code.ts';
import { ErrorPage } from './error-page.tsx';

type Props = { path: string; children: ReactNode };
type State = { path: string; isBroken: boolean; isLoadedAgain: boolean };

class Boundary extends Component<Props, State> {
  override state: State = { path: this.props.path, isBroken: false, isLoadedAgain: false };

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { path, isBroken: false, isLoadedAgain: false };
  }

  override componentDidCatch(error: unknown): void {
    if (reloadIfCodeIsMissing(error)) this.setState({ isLoadedAgain: true });
  }

  override render() {
    if (this.state.isLoadedAgain) return null;
    return this.state.isBroken ? <ErrorPage /> : this.props.children;
  }
}

export function PageBoundary(props: { children: ReactNode }) {
  return <Boundary path={useLocation().pathname}>{props.children}</Boundary>;
}
