/** Opens a document and draws its pages, for as long as the dialog shows it. */
import { useCallback, useEffect, useState, type RefObject } from 'react';
import { openDocument, type DrawnPage, type OpenedDocument } from './opened-document.ts';

export type Opening =
  | { kind: 'loading' }
  | { kind: 'opened'; document: OpenedDocument }
  | { kind: 'failed'; error: unknown };

const loading: Opening = { kind: 'loading' };

/** `url` must not change: another document or another attempt mounts the component again. */
export function useDocument(url: string) {
  const [opening, setOpening] = useState<Opening>(loading);
  const fail = useCallback((error: unknown) => setOpening({ kind: 'failed', error }), []);
  useEffect(() => {
    const ended = new AbortController();
    let opened: OpenedDocument | null = null;
    const show = (document: OpenedDocument) => {
      if (ended.signal.aborted) return document.close();
      opened = document;
      setOpening({ kind: 'opened', document });
    };
    openDocument(url, ended.signal).then(show, (error: unknown) => {
      if (!ended.signal.aborted) fail(error);
    });
    return () => {
      ended.abort();
      opened?.close();
    };
  }, [url, fail]);
  return { opening, fail };
}

/** Returns the text of the page that the canvas shows; null while the first one is being drawn. */
export function useDrawnPage(
  canvas: RefObject<HTMLCanvasElement | null>,
  asked: { document: OpenedDocument; page: number; widthPx: number; onFail: (error: unknown) => void },
) {
  const { document, page, widthPx, onFail } = asked;
  const [drawn, setDrawn] = useState<{ page: number; text: string } | null>(null);
  useEffect(() => {
    if (widthPx === 0) return undefined;
    let isWanted = true;
    const show = ({ width, height, into, text }: DrawnPage) => {
      const context = canvas.current?.getContext('2d');
      if (!isWanted || !context) return;
      Object.assign(context.canvas, { width, height });
      into(context);
      setDrawn({ page, text });
    };
    document.draw(page, widthPx).then(show, (error: unknown) => {
      if (isWanted) onFail(error);
    });
    return () => {
      isWanted = false;
    };
  }, [canvas, document, page, widthPx, onFail]);
  return drawn;
}

/** Measures the width that is available for pages. */
export function useInnerWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
