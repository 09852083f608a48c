/**
 * Uploads, describes and removes the featured image of a post. The description is for readers who cannot see the image.
 */
import { Button, Flex, Heading, Image, Stack, Text } from '@chakra-ui/react';
import { useMutation } from '@tanstack/react-query';
import { blogLimits } from '#contracts/site/blog-rules.ts';
import { errorText } from '#web/lib/messages.ts';
import { useWords } from '#web/lib/words.ts';
import { FileButton } from '#web/ui/file-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { uploadImage } from './queries.ts';
import { postWords } from './words.ts';

export const imageTypes = 'image/png,image/jpeg,image/webp,image/avif';

type Picture = { url: string; alt: string };

export function PostPicture(props: Picture & { onChange: (picture: Picture) => void }) {
  const { url, alt, onChange } = props;
  const words = useWords(postWords);
  const upload = useMutation({
    mutationFn: uploadImage,
    onSuccess: (image) => onChange({ url: image.url, alt }),
  });
  return (
    <Stack as="section" gap="3" aria-label={words.image}>
      <Heading as="h3" size="sm">
        {words.image}
      </Heading>
      {url ? <Image src={url} alt={alt} borderRadius="l2" maxH="48" objectFit="cover" /> : null}
      <Flex gap="2" align="center" wrap="wrap">
        <FileButton
          label={words.image}
          accept={imageTypes}
          loading={upload.isPending}
          loadingText={words.imageChoose}
          onFile={(file) => upload.mutate(file)}
        >
          {words.imageChoose}
        </FileButton>
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
