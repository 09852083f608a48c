/** Renders a search field that reports its text once typing pauses. */
import { Input, InputGroup } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { limits } from '#contracts/limits.ts';

const typingPauseMs = 300;

export function SearchField(props: {
  label: string;
  /** The parameter's name when a form is sent without scripts. */
  name?: string;
  value: string;
  maxLength?: number;
  onSearch: (value: string) => void;
}) {
  const { label, name, value, maxLength = limits.searchCharactersMax, onSearch } = props;
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  // The reported text returns as the value a little later. Any other value was set from outside, for example by a
  // reset.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(wanted);
      onSearch(wanted);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [wanted, sent, onSearch]);
  return (
    <InputGroup startElement={<Search size={16} aria-hidden />} maxW={{ sm: '72' }}>
      <Input
        type="search"
        name={name}
        size="sm"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </InputGroup>
  );
}
