/** Routes of spec section 7 "Contact": everybody may send a few messages per hour; administrators read them. */
import type { Deps } from '#api/deps.ts';
import { changeStatus, keepMessage, listMessages, removeMessage } from '#api/domain/site/contact.ts';
import { callerNetwork } from '#api/domain/networks.ts';
import { clientIp } from '#api/middleware/client-ip.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { DomainError } from '#contracts/errors.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { siteMessages } from '#contracts/site/messages.ts';
import { serve } from '#api/routes/serve.ts';

const RECEIVED = 'Your message was sent successfully. We answer within 24 hours.';
const { points: messagesAnHour } = rateLimits.contactMessage;

export function contactRoutes(deps: Deps) {
  const { db, env } = deps;
  const limiter = createRateLimiter(deps);
  const countMessage = async (key: string): Promise<number> => {
    try {
      return await limiter.consume('contactMessage', key);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'TOO_MANY_REQUESTS') throw error;
      const details = { ...error.details, remainingSubmissions: 0 };
      throw refusal('TOO_MANY_REQUESTS', siteMessages.tooManyContactMessages({ most: messagesAnHour }), {
        details,
      });
    }
  };
  return serve(deps, {
    'POST /api/contact': async ({ user, body: { website, ...given } }, c) => {
      // A whole office may share an address, so signed-in users are counted individually.
      const remainingSubmissions = await countMessage(
        user?.id ?? callerNetwork(clientIp(c, env.TRUSTED_PROXIES)),
      );
      // A program that fills in forms must not learn from the response that it was detected.
      if (website === '') await keepMessage(deps, given);
      else c.var.logger.info('a message of a program was dropped');
      return { message: RECEIVED, remainingSubmissions };
    },
    'GET /api/contact-messages': ({ query }) => listMessages(db, query),
    'PATCH /api/contact-messages/:id/status': async ({ user, params, body }) => ({
      contactMessage: await changeStatus(db, { ...params, adminId: user.id, ...body }),
    }),
    'DELETE /api/contact-messages/:id': async ({ user, params, body }) => {
      await removeMessage(db, { ...params, adminId: user.id, ...body });
      return {};
    },
  });
}
