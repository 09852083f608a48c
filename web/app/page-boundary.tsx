/** Shows the error page in place of a page that failed, until another address is opened. */
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorPage } from './error-page.tsx';

type Props = { path: string; children: ReactNode };
type State = { path: string; isBroken: boolean };

class Boundary extends Component<Props, State> {
  override state: State = { path: this.props.path, isBroken: false };

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { path, isBroken: false };
  }

  override render() {
    return this.state.isBroken ? <ErrorPage /> : this.props.children;
  }
}

export function PageBoundary(props: { children: ReactNode }) {
  return <Boundary path={useLocation().pathname}>{props.children}</Boundary>;
}
