/** Names of files as uploads and ZIPs state them. */

/** Removes folders from a name. Browsers send a bare name, but other clients may not. */
export const baseName = (path: string): string => path.replace(/^.*[/\\]/, '');
