/** Keeps what was typed in a post until it is saved or discarded, also when its tab is left or the page is reloaded. */
import { useStoredState } from '#web/lib/use-stored-state.ts';
import type { BlogPost } from '#contracts/calls/site-answers.ts';
import { draftOf, type PostDraft } from './rules.ts';

export function usePostDraft(post: BlogPost | null, author: string) {
  const [typed, setTyped] = useStoredState<PostDraft | null>(`chalan-post-${post?.id ?? 'new'}`, null);
  return {
    draft: typed ?? draftOf(post, author),
    isChanged: typed !== null,
    setDraft: (draft: PostDraft) => setTyped(draft),
    discard: () => setTyped(null),
  };
}
