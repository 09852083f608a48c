/** Shows a document in a dialog: its pages, larger and smaller, and the documents beside it. */
import { Box, Button, chakra, CloseButton, Dialog, Flex, IconButton, Portal, Text } from '@chakra-ui/react';
import { ArrowLeft, ArrowRight, ChevronLeft, ChevronRight, Download, ZoomIn, ZoomOut } from 'lucide-react';
import {
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { ApiError } from '#web/lib/client.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { staysOpen } from '#web/ui/modal.tsx';
import { FileName } from '#web/ui/file-name.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { LoadingLines, requestIdText } from '#web/ui/states.tsx';
import { uiWords } from '#web/ui/words.ts';
import type { ListedDocument, ViewerProps } from './documents-in-place.tsx';
import { bounds, zoomBeside, zooms } from './limits.ts';
import { NotShown, type OpenedDocument } from './opened-document.ts';
import { useDocument, useDrawnPage, useInnerWidth } from './use-document.ts';
import { documentWords } from './words.ts';

/** No screen shows a page sharper than this, and each step costs memory. */
const pixelRatioMax = 2;

function Tool(props: {
  label: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  disabled: boolean;
  onClick: () => void;
}) {
  const { label, icon: Icon, disabled, onClick } = props;
  return (
    <IconButton
      size="sm"
      variant="ghost"
      colorPalette="gray"
      aria-label={label}
      title={label}
      // A button that becomes unusable keeps the focus, which would otherwise jump to the start of the page.
      aria-disabled={disabled}
      opacity={disabled ? 0.4 : 1}
      cursor={disabled ? 'not-allowed' : 'pointer'}
      onClick={() => {
        if (!disabled) onClick();
      }}
    >
      <Icon aria-hidden />
    </IconButton>
  );
}

function Bar(props: { children: ReactNode }) {
  return (
    <Flex
      align="center"
      justify="center"
      gap="1"
      wrap="wrap"
      borderTopWidth="1px"
      px="2"
      py="1"
      textStyle="sm"
      fontVariantNumeric="tabular-nums"
    >
      {props.children}
    </Flex>
  );
}

function Page(props: {
  document: OpenedDocument;
  name: string;
  page: number;
  zoom: number;
  innerWidth: number;
  onFail: (error: unknown) => void;
}) {
  const { document, name, page, zoom, innerWidth, onFail } = props;
  const words = useWords(documentWords);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = innerWidth * zoom;
  const widthPx = Math.floor(width * Math.min(pixelRatioMax, window.devicePixelRatio));
  const drawn = useDrawnPage(canvas, { document, page, widthPx, onFail });
  const isDrawn = drawn?.page === page;
  return (
    <Box
      as="figure"
      aria-label={words.pageOf(name, page)}
      aria-busy={!isDrawn}
      w="max-content"
      opacity={isDrawn ? 1 : 0.5}
    >
      <chakra.canvas
        ref={canvas}
        aria-hidden
        data-page={drawn?.page}
        display="block"
        w={`${width}px`}
        bg="white"
      />
      <Text srOnly>{isDrawn ? drawn.text : ''}</Text>
    </Box>
  );
}

function Pages(props: {
  document: OpenedDocument;
  name: string;
  frame: RefObject<HTMLDivElement | null>;
  onFail: (error: unknown) => void;
}) {
  const { document, name, frame, onFail } = props;
  const { pageCount } = document;
  const words = useWords(documentWords);
  const inner = useRef<HTMLDivElement>(null);
  const innerWidth = useInnerWidth(inner);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState<number>(zooms[0]);
  const show = (next: number) => {
    if (next < 1 || next > pageCount) return;
    setPage(next);
    frame.current?.scrollTo({ top: 0 });
  };
  /** While the page is wider than its frame, the arrows move it. */
  const onKeyDown = ({ key, target, currentTarget }: KeyboardEvent) => {
    if (target !== currentTarget) return;
    if (key === '+' || key === '=') setZoom(zoomBeside(zoom, 1));
    if (key === '-') setZoom(zoomBeside(zoom, -1));
    if (zoom !== zooms[0]) return;
    if (key === 'ArrowRight') show(page + 1);
    if (key === 'ArrowLeft') show(page - 1);
  };
  return (
    <>
      <Box
        ref={frame}
        as="section"
        aria-label={words.pages(name)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        flex="1"
        minH="0"
        overflow="auto"
        scrollbarGutter="stable"
        bg="bg.muted"
        p={{ base: '2', md: '4' }}
      >
        <Box ref={inner}>
          <Page {...{ document, name, page, zoom, innerWidth, onFail }} />
        </Box>
      </Box>
      <Bar>
        {pageCount > 1 ? (
          <>
            <Tool
              label={words.previousPage}
              icon={ChevronLeft}
              disabled={page === 1}
              onClick={() => show(page - 1)}
            />
            <Text aria-live="polite">{words.page(page, pageCount)}</Text>
            <Tool
              label={words.nextPage}
              icon={ChevronRight}
              disabled={page === pageCount}
              onClick={() => show(page + 1)}
            />
          </>
        ) : null}
        <Tool
          label={words.smaller}
          icon={ZoomOut}
          disabled={zoom === zooms[0]}
          onClick={() => setZoom(zoomBeside(zoom, -1))}
        />
        <Text aria-live="polite" minW="12" textAlign="center">
          {words.zoom(zoom)}
        </Text>
        <Tool
          label={words.larger}
          icon={ZoomIn}
          disabled={zoom === zooms.at(-1)}
          onClick={() => setZoom(zoomBeside(zoom, 1))}
        />
      </Bar>
    </>
  );
}

function Failure(props: { error: unknown; onRetry: () => void }) {
  const { error, onRetry } = props;
  const words = useWords(documentWords);
  const { tryAgain } = useWords(uiWords);
  if (error instanceof NotShown) return <Notice tone="info" title={words.unshown[error.reason]} />;
  if (error instanceof ApiError && error.status === 404)
    return <Notice tone="warning" title={words.missing} />;
  if (error instanceof ApiError && error.status === 410)
    return <Notice tone="warning" title={errorText(error)} />;
  return (
    <Notice
      tone="error"
      title={words.openFailed}
      smallPrint={requestIdText(error)}
      action={
        <Button size="xs" variant="outline" colorPalette="gray" onClick={onRetry}>
          {tryAgain}
        </Button>
      }
    >
      {errorText(error)}
    </Notice>
  );
}

function Content(props: {
  document: ListedDocument;
  frame: RefObject<HTMLDivElement | null>;
  onRetry: () => void;
}) {
  const { document, frame, onRetry } = props;
  const { opening, fail } = useDocument(document.url);
  const words = useWords(documentWords);
  if (opening.kind === 'opened')
    return <Pages document={opening.document} name={document.name} frame={frame} onFail={fail} />;
  return (
    <Box ref={frame} tabIndex={-1} outline="none" flex="1" minH="0" overflow="auto" p="4">
      {opening.kind === 'loading' ? (
        <LoadingLines lines={6} height="16" label={words.opening} />
      ) : (
        <Failure error={opening.error} onRetry={onRetry} />
      )}
    </Box>
  );
}

/** Shown for a file that is known to be too large, which is not even read. */
function TooLarge(props: { frame: RefObject<HTMLDivElement | null> }) {
  const { frame } = props;
  return (
    <Box ref={frame} tabIndex={-1} outline="none" flex="1" p="4">
      <Failure error={new NotShown('tooLarge')} onRetry={() => undefined} />
    </Box>
  );
}

function Beside(props: { at: number; count: number; onShow: (at: number) => void }) {
  const { at, count, onShow } = props;
  const words = useWords(documentWords);
  if (count < 2) return null;
  return (
    <Flex align="center" gap="1" ms={{ base: '-2', md: '0' }} textStyle="sm" color="fg.muted">
      <Tool label={words.previous} icon={ArrowLeft} disabled={at === 0} onClick={() => onShow(at - 1)} />
      <Text aria-live="polite">{words.place(at + 1, count)}</Text>
      <Tool label={words.next} icon={ArrowRight} disabled={at === count - 1} onClick={() => onShow(at + 1)} />
    </Flex>
  );
}

export function DocumentViewer(props: ViewerProps) {
  const { documents, url, onShow, onClose } = props;
  const words = useWords(documentWords);
  const { close } = useWords(uiWords);
  const frame = useRef<HTMLDivElement>(null);
  const [tries, setTries] = useState(0);
  const found = documents.findIndex((each) => each.url === url);
  // The list may no longer contain the document after it was read again; the document stays open.
  const [kept, setKept] = useState<ListedDocument | undefined>(documents[found]);
  const document = documents[found] ?? kept;
  if (document && document.url !== kept?.url) setKept(document);
  if (!document) return null;
  return (
    <Dialog.Root
      open
      onOpenChange={(details) => !details.open && onClose()}
      size={{ base: 'full', md: 'lg' }}
      placement="top"
      scrollBehavior="inside"
      initialFocusEl={() => frame.current}
      {...staysOpen}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content
            w="full"
            maxW={{ base: 'full', md: '5xl' }}
            h={{ base: '100dvh', md: 'calc(100dvh - 3rem)' }}
            minH="0"
            maxH="none"
            my={{ base: '0', md: '6' }}
            mx="auto"
            borderRadius={{ base: '0', md: 'l3' }}
            overflow="hidden"
            gap="0"
          >
            <Flex
              align="center"
              justify="space-between"
              gap="2"
              wrap="wrap"
              borderBottomWidth="1px"
              ps="4"
              pe={{ base: '4', md: '12' }}
              py="2"
              minH="12"
            >
              <Dialog.Title
                textStyle="md"
                flex={{ base: '1 1 100%', md: '1 1 12rem' }}
                pe={{ base: '8', md: '0' }}
                minW="0"
              >
                <FileName name={document.name} />
              </Dialog.Title>
              <Beside
                at={Math.max(0, found)}
                count={documents.length}
                onShow={(at) => onShow(documents[at]?.url ?? url)}
              />
              <Button size="sm" variant="outline" colorPalette="gray" asChild>
                <a href={document.url} download>
                  <Download aria-hidden /> {words.download}
                </a>
              </Button>
            </Flex>
            {(document.sizeBytes ?? 0) > bounds.fileBytesMax ? (
              <TooLarge key={document.url} frame={frame} />
            ) : (
              <Content
                key={`${document.url} ${tries}`}
                document={document}
                frame={frame}
                onRetry={() => setTries(tries + 1)}
              />
            )}
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" aria-label={close} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
