/**
 * Opens documents in a dialog, whose code is loaded for the first of them. Lists put `DocumentsInPlace` around their
 * links.
 */
import { Link, type LinkProps } from '@chakra-ui/react';
import {
  createContext,
  use,
  useCallback,
  useMemo,
  useState,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { notify } from '#web/ui/notify.ts';
import { wordsNow } from '#web/lib/words.ts';
import { documentWords } from './words.ts';

export type ListedDocument = { name: string; url: string; sizeBytes?: number };
export type ViewerProps = {
  documents: readonly ListedDocument[];
  /** The shown document. */
  url: string;
  onShow: (url: string) => void;
  onClose: () => void;
};

/**
 * Endings of files that may be shown. Others, such as SVG and HTML, never are; the first bytes decide after reading.
 */
const shownNames = /\.(?:pdf|png|jpe?g|webp)$/i;
const isShown = ({ name }: ListedDocument): boolean => shownNames.test(name);

const loadViewer = (): Promise<ComponentType<ViewerProps> | null> =>
  import('./document-viewer.tsx').then(
    ({ DocumentViewer }) => DocumentViewer,
    () => null,
  );

const Opener = createContext<((url: string) => void) | null>(null);

/** `documents` are listed in the dialog's order; those that cannot be shown are skipped. */
export function DocumentsInPlace(props: { documents: readonly ListedDocument[]; children: ReactNode }) {
  const documents = useMemo(() => props.documents.filter(isShown), [props.documents]);
  const [viewer, setViewer] = useState<{ Viewer: ComponentType<ViewerProps> } | null>(null);
  const [openUrl, setOpenUrl] = useState<string | null>(null);
  const open = useCallback((url: string) => {
    void loadViewer().then((Viewer) => {
      if (Viewer === null) return notify('error', wordsNow(documentWords).openFailed);
      setViewer({ Viewer });
      return setOpenUrl(url);
    });
  }, []);
  return (
    <Opener value={open}>
      {props.children}
      {viewer && openUrl !== null ? (
        <viewer.Viewer
          documents={documents}
          url={openUrl}
          onShow={setOpenUrl}
          onClose={() => setOpenUrl(null)}
        />
      ) : null}
    </Opener>
  );
}

/** A click with a modifier key or another button keeps its meaning in the browser, such as saving the file. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Opens the document in place; without scripts, or for other kinds of files, it is an ordinary download. */
export function DocumentLink(props: { document: ListedDocument } & LinkProps) {
  const { document, ...rest } = props;
  const open = use(Opener);
  const inPlace =
    open && isShown(document)
      ? ({
          'aria-haspopup': 'dialog',
          onClick: (event: MouseEvent) => {
            if (!isPlain(event)) return;
            event.preventDefault();
            open(document.url);
          },
        } as const)
      : {};
  return (
    <Link
      href={document.url}
      download
      variant="underline"
      color="brand.fg"
      css={{ '& > svg': { flexShrink: 0 } }}
      {...rest}
      {...inPlace}
    />
  );
}
