/** Names the header in which a page says whom it shows, because all tabs of a browser share one session. */
export const shownUserHeader = 'Chalan-User';
