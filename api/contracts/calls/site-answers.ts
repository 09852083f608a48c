/** Response schemas of public content and of messages from visitors; the types are inferred from them. */
import { z } from 'zod';
import { unavailableReasons } from '#contracts/portals/portal-status.ts';
import { adFormats, adPlacements } from '#contracts/site/ads-rules.ts';
import { postStatuses } from '#contracts/site/blog.ts';
import { messageStatuses } from '#contracts/site/contact-rules.ts';
import { contactDefaults, figureNames, marketingDefaults } from '#contracts/site/pages.ts';
import { noticeTypes } from '#contracts/site/settings.ts';
import { count, credits, moment, optionalMoment } from './parts.ts';

/** A text for each of the defaults. */
const texts = <Name extends string>(defaults: Record<Name, string>) =>
  z.object(
    Object.fromEntries(Object.keys(defaults).map((name) => [name, z.string()])) as Record<Name, z.ZodString>,
  );

export const creditSettings = z
  .object({
    creditsPerBDT: z.number(),
    freeTrialCredits: credits,
    minPurchaseCredits: credits,
    systemNotification: z.object({
      enabled: z.boolean(),
      message: z.string(),
      type: z.enum(noticeTypes),
      showToAll: z.boolean(),
    }),
    serviceCreditsConfig: z.record(z.string(), credits).describe('Credits of a row, by service.'),
    enabledServices: z.array(z.string()).describe('Services that administrators have switched on.'),
    unavailableServices: z
      .array(z.string())
      .describe('Services that cannot be started, whether enabled or not: their portal cannot be used.'),
    unavailableReasons: z
      .record(z.string(), z.enum(unavailableReasons))
      .describe(
        'Why each of them cannot be started: its portal is not connected, does not respond, or has changed.',
      ),
    /** Figures of the public pages, and whether measured figures replace them. */
    marketingFigures: texts(marketingDefaults),
    showMeasuredFigures: z.boolean(),
    contactDetails: texts(contactDefaults),
  })
  .meta({ id: 'CreditSettings' });
export type CreditSettings = z.infer<typeof creditSettings>;

/** A post as the client sees it (spec section 3); `content` is sanitised HTML. */
export const blogPost = z
  .object({
    id: z.string(),
    title: z.string(),
    slug: z.string(),
    content: z.string(),
    excerpt: z.string(),
    author: z.string(),
    /** Null until the post is first published. */
    publishedAt: optionalMoment,
    updatedAt: moment,
    tags: z.array(z.string()),
    featured: z.boolean(),
    status: z.enum(postStatuses),
    views: count,
    metaTitle: z.string(),
    metaDescription: z.string(),
    metaKeywords: z.string(),
    featuredImage: z.string(),
    imageAlt: z.string(),
  })
  .meta({ id: 'BlogPost' });
export type BlogPost = z.infer<typeof blogPost>;

/** An ad setting as the client sees it (spec section 3); its id is the placement. */
export const adSetting = z
  .object({
    id: z.enum(adPlacements),
    page_name: z.string(),
    placement_location: z.string(),
    description: z.string(),
    ad_format: z.enum(adFormats),
    full_width_responsive: z.boolean(),
    enabled: z.boolean(),
    ad_client_id: z.string(),
    ad_slot_id: z.string(),
  })
  .meta({ id: 'AdSetting' });
export type AdSetting = z.infer<typeof adSetting>;

export const shownFigures = z.object({
  measured: z.boolean(),
  figures: z.array(z.object({ name: z.enum(figureNames), value: z.string() })),
});
export type ShownFigures = z.infer<typeof shownFigures>;

export type ShownFigure = ShownFigures['figures'][number];

/** `url` is the address to use in a post's `featuredImage` and content. */
export const uploadedImage = z.object({
  id: z.string(),
  url: z.string(),
  contentType: z.string(),
  sizeBytes: count,
});
export type UploadedImage = z.infer<typeof uploadedImage>;

/** A message as administrators see it (spec section 3). */
export const contactMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(messageStatuses),
  submitted_at: moment,
});
export type ContactMessage = z.infer<typeof contactMessage>;
