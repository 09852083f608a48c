/** Edits the tags of a post. Empty and duplicate tags are ignored. */
import { Button, Flex, Heading, Input, Stack } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useState } from 'react';
import { blogLimits, withTag } from '#contracts/site/blog-rules.ts';
import { useWords } from '#web/lib/words.ts';
import { postWords } from './words.ts';

export function PostTags(props: { tags: string[]; onChange: (tags: string[]) => void }) {
  const { tags, onChange } = props;
  const words = useWords(postWords);
  const [text, setText] = useState('');
  const add = () => {
    onChange(withTag(tags, text).slice(0, blogLimits.tagsMax));
    setText('');
  };
  return (
    <Stack as="section" gap="2" aria-label={words.tags}>
      <Heading as="h3" size="sm">
        {words.tags}
      </Heading>
      {tags.length > 0 ? (
        <Flex gap="1" wrap="wrap">
          {tags.map((tag) => (
            <Button
              key={tag}
              size="xs"
              variant="subtle"
              colorPalette="gray"
              aria-label={words.tagRemove(tag)}
              onClick={() => onChange(tags.filter((kept) => kept !== tag))}
            >
              {tag} <X aria-hidden />
            </Button>
          ))}
        </Flex>
      ) : null}
      <Flex gap="2">
        <Input
          size="sm"
          aria-label={words.tags}
          autoComplete="off"
          maxLength={blogLimits.tagCharactersMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button size="sm" variant="outline" colorPalette="gray" flexShrink="0" onClick={add}>
          {words.tagAdd}
        </Button>
      </Flex>
    </Stack>
  );
}
