/** The vault of the version without data keys, whose processes run beside the current ones during a deployment. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export function formerVault(keys: string) {
  const keyById = new Map(
    keys.split(',').map((pair): [string, Buffer] => {
      const [id = '', key = ''] = pair.split(':');
      return [id, Buffer.from(key, 'base64')];
    }),
  );
  const ids = [...keyById.keys()];
  const keyOf = (id: string): Buffer => {
    const key = keyById.get(id);
    if (!key) throw new Error(`The vault has no key "${id}".`);
    return key;
  };
  return {
    seal: (plain: string, context: string): string => {
      const [id = ''] = ids;
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', keyOf(id), nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [id, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64'))].join('.');
    },
    open: (sealed: string, context: string): string => {
      const [id = '', nonce = '', tag = '', body = ''] = sealed.split('.');
      const decipher = createDecipheriv('aes-256-gcm', keyOf(id), Buffer.from(nonce, 'base64'));
      decipher.setAAD(Buffer.from(context)).setAuthTag(Buffer.from(tag, 'base64'));
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64')), decipher.final()]).toString('utf8');
    },
    marks: (text: string, context: string): string[] =>
      ids.map((id) => {
        const markKey = Buffer.from(hkdfSync('sha256', keyOf(id), '', `mark:${context}`, 32));
        return `${id}.${createHmac('sha256', markKey).update(text).digest('base64url')}`;
      }),
  };
}
