/** What is wrong with a variable of the environment, in words for the operator who set it. */
import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** Returns the words for a problem whose variable has none of its own; undefined leaves them to the library. */
export function problemInWords(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'must be set' : typeInWords(issue.expected);
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return issue.origin === 'string'
        ? `must have at least ${issue.minimum} characters`
        : `must be ${issue.minimum} or more`;
    case 'too_big':
      return `must be ${issue.maximum} or less`;
    case 'invalid_format':
      return formats[issue.format];
    default:
      return undefined;
  }
}

const typeInWords = (expected: string): string | undefined =>
  ({ number: 'must be a number', int: 'must be a whole number' })[expected];

const formats: Readonly<Record<string, string>> = {
  url: 'must be an address such as https://chalan.example',
  email: 'must be an email address',
};
