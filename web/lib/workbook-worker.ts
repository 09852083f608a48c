/** Writes one workbook in a worker, so that the page does not freeze while ten thousand rows are written. */
import { workbookOf, type WorkbookTable } from './workbook.ts';

/** Null if the workbook could not be written. */
export type WrittenWorkbook = Blob | null;

/** The parts of a worker's global object that are used here. */
const scope = globalThis as unknown as {
  addEventListener: (name: 'message', listener: (event: MessageEvent<WorkbookTable>) => void) => void;
  postMessage: (written: WrittenWorkbook, transfer: []) => void;
};

scope.addEventListener('message', ({ data }) => {
  workbookOf(data).then(
    (written) => scope.postMessage(written, []),
    () => scope.postMessage(null, []),
  );
});
