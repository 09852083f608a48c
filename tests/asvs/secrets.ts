/** Chapters 11 to 14: cryptography, configuration, what is protected and where it may go. */
import type { Mutations } from './mutation.ts';

const vault = 'api/adapters/vault.ts';
const headers = 'api/middleware/security-headers.ts';

const masterKeys = 'api/adapters/master-keys.ts';
const unauthenticated = { file: 'api/adapters/sealing.ts', code: ', decipher.final()]', instead: ']' };
/** Of a payment notice that anybody could have written. */
export const unsignedNotice = {
  file: 'api/adapters/bkash/ipn.ts',
  code: "  return verifier.verify(publicKey, message.Signature, 'base64');",
  instead: '  return true;',
};

export const secretMutations: Mutations = {
  '11.2.2': {
    file: masterKeys,
    code: 'const key = keyById.get(id);',
    instead: 'const key = [...keyById.values()][0];',
  },
  '11.2.3': { file: masterKeys, code: ' || key.length !== KEY_BYTES' },
  '11.3.1': unauthenticated,
  '11.3.2': unauthenticated,
  '11.3.3': {
    file: vault,
    code: "['secret', keyId, ownerOf(userId), record]",
    instead: "['secret', keyId, ownerOf(userId), record && '']",
  },
  '11.4.1': { file: 'api/adapters/bkash/ipn.ts', code: "'2': 'RSA-SHA256'", instead: "'2': 'RSA-SHA1'" },
  '11.4.2': {
    file: 'api/adapters/passwords.ts',
    code: '      if (isRight) await renew(written, renewed);\n',
  },
  '11.4.3': {
    file: 'api/domain/integrations/webhook-deliveries.ts',
    code: "createHmac('sha256', secret)",
    instead: "createHmac('sha1', secret)",
  },
  '11.5.1': {
    file: 'api/domain/integrations/api-tokens.ts',
    code: 'hash: digestOf(token),',
    instead: 'hash: token,',
  },
  '11.6.1': unsignedNotice,
  '12.2.1': {
    file: 'api/env.ts',
    code: "env.APP_URL.startsWith('https://')",
    instead: 'true',
  },
  '12.3.2': {
    file: 'api/adapters/outbound.ts',
    code: '        agent: false,',
    instead: '        agent: false,\n        rejectUnauthorized: false,',
  },
  '13.2.2': {
    file: 'prisma/app-account.ts',
    code: 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES',
    instead: 'GRANT ALL ON ALL TABLES',
  },
  '13.2.3': {
    file: 'api/env.ts',
    code: "AUTH_SECRET: z.string().min(32, 'must have at least 32 characters')",
    instead: "AUTH_SECRET: z.string().min(32).default('the same secret on every machine')",
  },
  '13.2.4': {
    file: 'activities/browser/pool.ts',
    code: 'createDestinations(baseUrl, hosts)',
    instead:
      "createDestinations(baseUrl, [...hosts, { url: baseUrl.replace('127.0.0.1', 'localhost'), role: 'work' }])",
  },
  '13.2.5': {
    file: 'activities/browser/egress.ts',
    code: '!destination || !this.destinations.allows(destination)',
    instead: '!destination',
  },
  '13.3.1': {
    file: 'api/domain/portals/credentials.ts',
    code: 'secret: await vault.seal(db, password, sealBindings.portalLogin(owner)),',
    instead: 'secret: password,',
  },
  '13.3.2': {
    file: 'api/routes/portals/credentials.ts',
    code: 'data: await credentials.shownCredential(deps, owner)',
    instead: 'data: await credentials.openCredential(deps, owner)',
  },
  '13.4.1': {
    file: 'api/routes/site/web.ts',
    code: '    root,\n    index: NO_FILE,',
    instead: "    root: '.',\n    index: NO_FILE,",
  },
  '13.4.2': {
    file: 'api/env.ts',
    code: "CHALAN_EMBEDDED && NODE_ENV !== 'production'",
    instead: 'CHALAN_EMBEDDED',
  },
  '13.4.5': {
    file: 'api/contracts/calls/integrations.ts',
    code: "access('Get this description.', {\n    ...verified,",
    instead: "access('Get this description.', {\n    access: 'public',",
  },
  '14.2.1': { file: 'api/middleware/request-log.ts', code: 'path: c.req.path', instead: 'path: c.req.url' },
  '14.2.2': {
    file: headers,
    code: "c.header('Cache-Control', 'no-store');",
    instead: 'c.header();',
  },
  '14.2.3': { file: 'api/contracts/site/ads-rules.ts', code: 'setting.enabled && ' },
  '14.2.4': {
    file: 'api/domain/accounts/account-deletion.ts',
    code: '  await tx.dataKey.deleteMany({ where });\n',
  },
  '14.3.1': {
    file: 'api/routes/accounts/auth.ts',
    code: '      setCookies(c, await signOut(deps, c.req.raw.headers));',
    instead: '      await signOut(deps, c.req.raw.headers);',
  },
  '14.3.2': {
    file: headers,
    code: "c.header('Cache-Control', 'no-store')",
    instead: "c.header('Cache-Control', 'private')",
  },
  '14.3.3': {
    file: 'web/lib/kept-reads.ts',
    code: 'user: displayUser(user)',
    instead: 'user',
  },
};
