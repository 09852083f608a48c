/**
 * Uploads, describes and removes the featured image of a post. The description is for readers who cannot see the image.
 */
import { Button, Flex, Heading, Image, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { blogLimits } from '#contracts/site/blog-rules.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { uploadImage } from './queries.ts';
import { postWords } from './words.ts';

export const imageTypes = 'image/png,image/jpeg,image/webp,image/avif';

type Picture = { url: string; alt: string };

export function PostPicture(props: Picture & { onChange: (picture: Picture) => void }) {
  const { url, alt, onChange } = props;
  const words = useWords(postWords);
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: uploadImage,
    onSuccess: (image) => onChange({ url: image.url, alt }),
  });
  const take = (file: File | undefined) => {
    if (file) upload.mutate(file);
    if (input.current) input.current.value = '';
  };
  return (
    <Stack as="section" gap="3" aria-label={words.image}>
      <Heading as="h3" size="sm">
        {words.image}
      </Heading>
      {url ? <Image src={url} alt={alt} borderRadius="l2" maxH="48" objectFit="cover" /> : null}
      <input
        ref={input}
        type="file"
        accept={imageTypes}
        aria-label={words.image}
        hidden
        onChange={(event) => take(event.target.files?.[0])}
      />
      <Flex gap="2" align="center" wrap="wrap">
        <Button
          size="xs"
          variant="outline"
          colorPalette="gray"
          loading={upload.isPending}
          loadingText={words.imageChoose}
          onClick={() => input.current?.click()}
        >
          {words.imageChoose}
        </Button>
        {url ? (
          <Button
            size="xs"
            variant="ghost"
            colorPalette="gray"
            onClick={() => onChange({ url: '', alt: '' })}
          >
            {words.imageRemove}
          </Button>
        ) : null}
        <Text textStyle="xs" color="fg.muted">
          {words.imageHint}
        </Text>
      </Flex>
      {upload.isError ? <Notice tone="error" title={words.imageFailed(errorText(upload.error))} /> : null}
      {url ? (
        <TextField
          label={words.imageAlt}
          value={alt}
          maxLength={blogLimits.metaCharactersMax}
          autoComplete="off"
          onChange={(text) => onChange({ url, alt: text })}
        />
      ) : null}
    </Stack>
  );
}
