/** Renders the message of a failed authentication call. */
import { Notice } from '#web/ui/notice.tsx';
import { authFailure } from './failures.ts';

export function FailureNotice(props: { error: unknown; networkMessage: string }) {
  const { message, smallPrint } = authFailure(props.error, props.networkMessage);
  return (
    <Notice tone="error" smallPrint={smallPrint}>
      {message}
    </Notice>
  );
}
