/** Writes one workbook in a worker, so that the page does not stand still while ten thousand lines are written. */
import { workbookOf, type WorkbookTable } from './workbook.ts';

/** Null if the workbook could not be written. */
export type WrittenWorkbook = Blob | null;

/** Only what a worker has of its global object. */
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
