/** Renders a button with which a person chooses one file. */
import { Button } from '@chakra-ui/react';
import { useRef, type ReactNode } from 'react';

export function FileButton(props: {
  /** The name of the hidden field. */
  label: string;
  /** The accepted types, as in the attribute of the same name. */
  accept: string;
  loading: boolean;
  loadingText?: string;
  onFile: (file: File) => void;
  children: ReactNode;
}) {
  const { label, accept, loading, loadingText, onFile, children } = props;
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined) => {
    if (file) onFile(file);
    // The input is cleared, so that choosing the same file again after correcting it triggers a change event.
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={(event) => take(event.target.files?.[0])}
      />
      <Button
        size="xs"
        variant="outline"
        colorPalette="gray"
        loading={loading}
        loadingText={loadingText}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}
