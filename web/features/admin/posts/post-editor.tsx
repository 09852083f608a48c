/**
 * Edits one blog post: content with toolbar and live preview, featured image, tags, and metadata for search engines.
 */
import { Box, Button, Checkbox, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { blogLimits, slugOf } from '#contracts/site/blog-rules.ts';
import type { BlogPost } from '#contracts/calls/site-answers.ts';
import { isReason } from '#contracts/accounts/reason-rules.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { FieldsForm } from '#web/ui/fields-form.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { BackButton } from '#web/ui/back-link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { requestIdText } from '#web/ui/states.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { ReasonField } from '#web/features/admin/reason-field.tsx';
import { DiscardChanges } from './discard-changes.tsx';
import { PostContent } from './post-content.tsx';
import { PostPicture } from './post-picture.tsx';
import { postsKey, savePost } from './queries.ts';
import { missingFields, withTitle, type PostDraft, type RequiredField } from './rules.ts';
import { PostTags } from './post-tags.tsx';
import { usePostDraft } from './use-post-draft.ts';
import { postWords } from './words.ts';
import { adminWords } from '#web/features/admin/words.ts';

const statuses = ['draft', 'published'] as const;

type Change = (part: Partial<PostDraft>) => void;

function SearchEngines({ draft, change }: { draft: PostDraft; change: Change }) {
  const words = useWords(postWords);
  const line = { maxLength: blogLimits.metaCharactersMax, autoComplete: 'off' };
  return (
    <Stack as="section" gap="3" aria-label={words.searchEngines}>
      <Heading as="h3" size="sm">
        {words.searchEngines}
      </Heading>
      <TextField
        {...line}
        label={words.metaTitle}
        hint={words.metaTitleHint}
        value={draft.metaTitle}
        onChange={(metaTitle) => change({ metaTitle })}
      />
      <TextField
        {...line}
        label={words.metaDescription}
        hint={words.metaDescriptionHint}
        value={draft.metaDescription}
        onChange={(metaDescription) => change({ metaDescription })}
      />
      <TextField
        {...line}
        label={words.metaKeywords}
        hint={words.metaKeywordsHint}
        value={draft.metaKeywords}
        onChange={(metaKeywords) => change({ metaKeywords })}
      />
    </Stack>
  );
}

function SaveForm(props: {
  draft: PostDraft;
  basedOn: string | null;
  post: BlogPost | null;
  onMissing: () => void;
  onSaved: () => void;
}) {
  const { draft, basedOn, post, onMissing, onSaved } = props;
  const words = useWords(postWords);
  const general = useWords(adminWords);
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const save = useMutation({
    mutationFn: () => savePost({ id: post?.id ?? null, draft, basedOn, reason: reason.trim() }),
    onSuccess: async () => {
      notify('success', words.saved);
      await client.invalidateQueries({ queryKey: postsKey });
      onSaved();
    },
    // Another administrator may have changed the post; without the draft, the editor then shows the new version.
    onError: () => client.invalidateQueries({ queryKey: postsKey }),
  });
  const isReasoned = isReason(reason);
  const submit = () => (missingFields(draft).length > 0 ? onMissing() : save.mutate());
  return (
    <FieldsForm onSubmit={submit}>
      <Stack gap="3">
        <ReasonField value={reason} onChange={setReason} />
        {save.isError ? (
          <Notice tone="error" title={errorText(save.error)} smallPrint={requestIdText(save.error)} />
        ) : null}
        <Flex gap="3" wrap="wrap" align="center">
          <Button type="submit" loading={save.isPending} loadingText={words.save} disabled={!isReasoned}>
            {words.save}
          </Button>
          {isReasoned ? null : (
            <Text textStyle="sm" color="fg.muted">
              {general.reasonNeeded}
            </Text>
          )}
        </Flex>
      </Stack>
    </FieldsForm>
  );
}

type FieldsProps = {
  draft: PostDraft;
  change: Change;
  /** Says what is wrong with a required field; undefined if nothing is, or nothing has been checked yet. */
  problemOf: (field: RequiredField) => string | undefined;
};

/** The post itself, as readers see it. */
function Article(props: FieldsProps & { setDraft: (draft: PostDraft) => void }) {
  const { draft, setDraft, change, problemOf } = props;
  const words = useWords(postWords);
  return (
    <Stack gap="4" minW="0">
      <TextField
        label={words.title}
        value={draft.title}
        maxLength={blogLimits.titleCharactersMax}
        autoComplete="off"
        required
        error={problemOf('title')}
        onChange={(title) => setDraft(withTitle(draft, title))}
      />
      <TextField
        label={words.slug}
        value={draft.slug}
        maxLength={blogLimits.slugCharactersMax}
        autoComplete="off"
        required
        hint={words.slugHint}
        error={problemOf('slug')}
        onBlur={() => draft.slug !== slugOf(draft.slug) && change({ slug: slugOf(draft.slug) })}
        onChange={(slug) => change({ slug: slug.toLowerCase().replace(/\s/g, '-') })}
      />
      <TextArea
        label={words.excerpt}
        value={draft.excerpt}
        rows={2}
        maxLength={blogLimits.excerptCharactersMax}
        required
        error={problemOf('excerpt')}
        onChange={(excerpt) => change({ excerpt })}
      />
      <PostContent
        content={draft.content}
        error={problemOf('content')}
        onChange={(content) => change({ content })}
      />
    </Stack>
  );
}

/** Who has written the post, and where it is shown. */
function Publication({ draft, change, problemOf }: FieldsProps) {
  const words = useWords(postWords);
  return (
    <Stack gap="3">
      <SelectField
        label={words.status}
        choices={statuses.map((value) => ({ value, label: words.statuses[value] }))}
        value={draft.status}
        onChange={(status) => change({ status })}
      />
      <TextField
        label={words.author}
        value={draft.author}
        maxLength={blogLimits.authorCharactersMax}
        autoComplete="off"
        required
        error={problemOf('author')}
        onChange={(author) => change({ author })}
      />
      <Checkbox.Root
        size="sm"
        checked={draft.featured}
        onCheckedChange={({ checked }) => change({ featured: checked === true })}
      >
        <Checkbox.HiddenInput />
        <Checkbox.Control />
        <Checkbox.Label>{words.isFeatured}</Checkbox.Label>
      </Checkbox.Root>
    </Stack>
  );
}

export function PostEditor(props: { post: BlogPost | null; onClose: () => void }) {
  const { post, onClose } = props;
  const words = useWords(postWords);
  const user = useUser();
  const { draft, basedOn, isChanged, setDraft, discard } = usePostDraft(post, user.name);
  const [isChecked, setChecked] = useState(false);
  const change: Change = (part) => setDraft({ ...draft, ...part });
  const missing = isChecked ? missingFields(draft) : [];
  const problemOf = (field: RequiredField): string | undefined =>
    missing.includes(field) ? words.required(words[field]) : undefined;
  return (
    <Stack gap="3">
      <BackButton onClick={onClose}>{words.back}</BackButton>
      <Panel
        title={post ? post.title : words.newTitle}
        actions={isChanged ? <DiscardChanges onDiscard={discard} /> : null}
      >
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }} gap="6">
          <Article draft={draft} setDraft={setDraft} change={change} problemOf={problemOf} />
          <Stack gap="5" minW="0">
            <Publication draft={draft} change={change} problemOf={problemOf} />
            <PostTags tags={draft.tags} onChange={(tags) => change({ tags })} />
            <PostPicture
              url={draft.featuredImage}
              alt={draft.imageAlt}
              onChange={({ url, alt }) => change({ featuredImage: url, imageAlt: alt })}
            />
            <SearchEngines draft={draft} change={change} />
            {missing.length > 0 ? <Notice tone="error" title={words.missing} /> : null}
            <Box borderTopWidth="1px" pt="4">
              {isChanged ? (
                <Text textStyle="sm" color="fg.muted" pb="3">
                  {words.notSaved}
                </Text>
              ) : null}
              <SaveForm
                basedOn={basedOn}
                draft={draft}
                post={post}
                onMissing={() => setChecked(true)}
                onSaved={() => {
                  discard();
                  onClose();
                }}
              />
            </Box>
          </Stack>
        </Grid>
      </Panel>
    </Stack>
  );
}
