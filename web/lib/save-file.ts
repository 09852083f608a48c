/** Saves a text or written bytes as a file through the browser's download. */

/** Some browsers read the object URL only after the click handler has returned. */
const addressLivesMs = 60_000;

export function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), addressLivesMs);
}
