/** Keeps what was typed in a post until it is saved or discarded, also when its tab is left or the page is reloaded. */
import { useStoredState } from '#web/lib/use-stored-state.ts';
import type { BlogPost } from '#contracts/calls/site-answers.ts';
import { draftOf, type PostDraft } from './rules.ts';

/** `basedOn` is the version of the post that the draft was begun with; null for a new post. */
type Typed = { draft: PostDraft; basedOn: string | null };

export function usePostDraft(post: BlogPost | null, author: string) {
  const [typed, setTyped] = useStoredState<Typed | null>(`chalan-post-draft-${post?.id ?? 'new'}`, null);
  const { draft, basedOn } = typed ?? { draft: draftOf(post, author), basedOn: post?.updatedAt ?? null };
  return {
    draft,
    basedOn,
    isChanged: typed !== null,
    setDraft: (changed: PostDraft) => setTyped({ draft: changed, basedOn }),
    discard: () => setTyped(null),
  };
}
