/**
 * Remembers whose drafts and addresses this tab keeps. Offices share desktops, and not everybody signs out: what somebody
 * else has left is removed when the next person signs in.
 */
const storageKey = 'chalan-owner';

/** Returns whether the tab kept data of somebody else, which is now removed. */
export function claimTab(userId: string): boolean {
  try {
    const owner = sessionStorage.getItem(storageKey);
    const isOthers = owner !== null && owner !== userId;
    if (isOthers) sessionStorage.clear();
    if (owner !== userId) sessionStorage.setItem(storageKey, userId);
    return isOthers;
  } catch {
    // Without storage the tab keeps nothing.
    return false;
  }
}
