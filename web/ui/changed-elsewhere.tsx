/**
 * Says that something was changed elsewhere meanwhile. What is on the screen stays there until the person decides to load
 * the other version.
 */
import { Button } from '@chakra-ui/react';
import { Notice } from './notice.tsx';

export function ChangedElsewhere(props: {
  title: string;
  hint: string;
  loadLabel: string;
  onLoad: () => void;
}) {
  const { title, hint, loadLabel, onLoad } = props;
  return (
    <Notice
      tone="warning"
      title={title}
      action={
        <Button size="xs" variant="outline" colorPalette="gray" onClick={onLoad}>
          {loadLabel}
        </Button>
      }
    >
      {hint}
    </Notice>
  );
}
