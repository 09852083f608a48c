/** Saves a text as a file through the browser's download. */

/** Some browsers read the object URL only after the click handler has returned. */
const addressLivesMs = 60_000;

export function saveFile(fileName: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), addressLivesMs);
}
