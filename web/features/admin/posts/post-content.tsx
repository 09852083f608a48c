/** Edits the content of a post as HTML, with a toolbar that inserts tags and a preview of the published post. */
import { Box, Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { blogLimits } from '#contracts/site/blog-rules.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { FileButton } from '#web/ui/file-button.tsx';
import { notify } from '#web/ui/notify.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { PostBody } from '#web/features/site/blog/post-body.tsx';
import { imageTypes } from './post-picture.tsx';
import { previewQuery, uploadImage } from './queries.ts';
import { pictureTag, tools, withTool } from './rules.ts';
import { postWords } from './words.ts';

const typingPauseMs = 400;

/** Returns the value as it was when typing last paused. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

function Preview({ content }: { content: string }) {
  const words = useWords(postWords);
  const paused = usePaused(content);
  const preview = useQuery(previewQuery(paused));
  const isEmpty = paused.trim() === '';
  return (
    <Stack gap="2" as="section" aria-label={words.preview}>
      <Heading as="h3" size="sm">
        {words.preview}
      </Heading>
      <Box borderWidth="1px" borderRadius="l2" p="4" minH="24" aria-busy={preview.isFetching}>
        {isEmpty || preview.isError ? (
          <Text textStyle="sm" color="fg.muted">
            {preview.isError && !isEmpty ? words.previewFailed : words.previewEmpty}
          </Text>
        ) : (
          <PostBody html={preview.data ?? ''} />
        )}
      </Box>
    </Stack>
  );
}

function PictureButton(props: { onPicture: (url: string) => void }) {
  const words = useWords(postWords);
  const upload = useMutation({
    mutationFn: uploadImage,
    onSuccess: ({ url }) => props.onPicture(url),
    onError: (error) => notify('error', words.imageFailed(errorText(error))),
  });
  return (
    <FileButton
      label={words.tools.img}
      accept={imageTypes}
      loading={upload.isPending}
      onFile={(file) => upload.mutate(file)}
    >
      {words.tools.img}
    </FileButton>
  );
}

export function PostContent(props: {
  content: string;
  error: string | undefined;
  onChange: (content: string) => void;
}) {
  const { content, error, onChange } = props;
  const words = useWords(postWords);
  const area = useRef<HTMLTextAreaElement>(null);
  const selection = () => ({
    text: content,
    start: area.current?.selectionStart ?? content.length,
    end: area.current?.selectionEnd ?? content.length,
  });
  const select = (start: number, end: number) =>
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start, end);
    });
  return (
    <Stack gap="4">
      <Stack gap="2">
        <Flex as="fieldset" gap="1" wrap="wrap" aria-label={words.toolbar}>
          {tools.map((tool) => (
            <Button
              key={tool}
              size="xs"
              variant="outline"
              colorPalette="gray"
              onClick={() => {
                const next = withTool(selection(), tool);
                onChange(next.text);
                select(next.start, next.end);
              }}
            >
              {words.tools[tool]}
            </Button>
          ))}
          <PictureButton
            onPicture={(url) => {
              const { text, end } = selection();
              onChange(text.slice(0, end) + pictureTag(url) + text.slice(end));
            }}
          />
        </Flex>
        <TextArea
          areaRef={area}
          label={words.content}
          value={content}
          rows={16}
          code
          spellCheck
          maxLength={blogLimits.contentCharactersMax}
          required
          error={error}
          onChange={onChange}
        />
      </Stack>
      <Preview content={content} />
    </Stack>
  );
}
