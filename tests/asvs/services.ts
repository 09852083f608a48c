/** Chapters 4 and 5: calls and files. */
import type { Mutations } from './mutation.ts';

/** The first entry of the header is what the caller says of itself. */
export const believedAddress = {
  file: 'api/middleware/client-ip.ts',
  code: 'forwarded.at(-trustedProxies)',
  instead: 'forwarded[0]',
};

export const serviceMutations: Mutations = {
  '4.1.1': {
    file: 'api/contracts/content-types.ts',
    code: "'text/csv; charset=utf-8'",
    instead: "'text/csv'",
  },
  '4.1.3': believedAddress,
  '5.1.1': {
    file: 'activities/services/contract.ts',
    code: "['.csv', '.xlsx', '.xls'] as const",
    instead: "['.csv', '.xlsx'] as const",
  },
  '5.2.1': {
    file: 'api/domain/jobs/intake/read-upload.ts',
    code: "  if (file.sizeBytes > limits.uploadBytesMax) throw new DomainError('FILE_TOO_LARGE');\n",
  },
  '5.2.2': {
    file: 'api/domain/jobs/intake/workbook.ts',
    code: 'if (!needed.some(({ name }) => sheetPart.test(name))) {',
    instead: 'if (needed.length === -1) {',
  },
  '5.2.3': {
    file: 'api/domain/jobs/intake/archive.ts',
    code: '  refuseBomb(entries, archiveBytes, unpackedBytesMax);\n',
  },
  '5.3.1': {
    file: 'api/domain/jobs/downloads.ts',
    code: `      'content-security-policy': "default-src 'none'; sandbox",\n`,
  },
  '5.3.2': {
    file: 'api/domain/jobs/intake/archive.ts',
    code: 'decodeStrings: true',
    instead: 'decodeStrings: false',
  },
  '5.4.1': {
    file: 'api/domain/jobs/downloads.ts',
    code: ` filename="\${asciiName}"; filename*=UTF-8''\${encodeURIComponent(name)}`,
  },
  '5.4.2': {
    file: 'activities/results/names.ts',
    code: 'const nameCharactersMax = 80;',
    instead: 'const nameCharactersMax = 800;',
  },
};
