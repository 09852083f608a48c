/** Calls about settings, posts, messages from visitors and ads. */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';
import { previewPostBody } from '#contracts/site/admin-posts.ts';
import { adIdPath, adPlacementPath, adSettingBody, adToggleBody } from '#contracts/site/ads.ts';
import {
  blogQuery,
  newPostBody,
  postChangesBody,
  postIdPath,
  postSlugPath,
  removePostBody,
} from '#contracts/site/blog.ts';
import {
  contactBody,
  contactMessagesQuery,
  messageIdPath,
  messageStatusBody,
  removeMessageBody,
} from '#contracts/site/contact.ts';
import { settingsBody } from '#contracts/site/settings.ts';
import { admin, admins, orWaiting } from './admin-call.ts';
import { group, message, type CallTable } from './call.ts';
import { count } from './parts.ts';
import {
  adSetting,
  blogPost,
  contactMessage,
  creditSettings,
  shownFigures,
  uploadedImage,
} from './site-answers.ts';

const site = group('Site');
const open = { access: 'public' } as const;
const nothing = z.object({});

export const siteCalls = {
  'GET /api/settings': site('Get the prices, the enabled services and the notice to all users.', {
    ...open,
    scope: 'any',
    answer: z.object({ settings: creditSettings }),
  }),
  'GET /api/system-settings': site('Get the credits for one taka.', {
    ...open,
    scope: 'any',
    answer: z.object({ settings: z.object({ credits_per_bdt: z.number() }) }),
  }),
  'GET /api/marketing-figures': site('Get the figures of the start page.', {
    ...open,
    answer: shownFigures,
  }),
  'GET /api/blog': site('List published posts.', {
    ...open,
    query: blogQuery,
    answer: z.object({
      posts: z.array(blogPost.partial({ content: true })),
      totalCount: z.number().int(),
      tags: z.array(z.string()),
    }),
  }),
  'GET /api/blog/:slug': site('Get a published post.', {
    ...open,
    params: postSlugPath,
    answer: z.object({ post: blogPost }),
  }),
  'POST /api/blog/:slug/views': site('Count a view of a post, once a day.', {
    ...open,
    limit: 'blogViewsPerIp',
    params: postSlugPath,
    answer: z.object({ counted: z.boolean() }),
  }),
  'POST /api/contact': site('Send us a message.', {
    ...open,
    body: contactBody,
    answer: message.extend({ remainingSubmissions: z.number().int() }),
    errors: ['TOO_MANY_REQUESTS'],
  }),
  'GET /api/ads/settings/:placement': site('Get the ad of a placement.', {
    ...open,
    params: adPlacementPath,
    answer: z.object({ setting: adSetting }),
  }),

  'PUT /api/settings': admin('Change the prices, services, notices and texts of the site.', {
    ...admins,
    body: settingsBody,
    answer: orWaiting(z.object({ settings: creditSettings })),
  }),
  'POST /api/blog/images': admin('Upload an image for a post.', {
    ...admins,
    form: {
      fields: nothing,
      files: { image: 'The picture.' },
      bytesMax: limits.imageRequestBytesMax,
    },
    answer: uploadedImage,
    errors: ['INVALID_IMAGE'],
  }),
  'POST /api/admin/posts/preview': admin('Preview a post.', {
    ...admins,
    body: previewPostBody,
    answer: z.object({ content: z.string() }),
  }),
  'POST /api/blog': admin('Create a post.', {
    ...admins,
    body: newPostBody,
    answer: z.object({ post: blogPost }),
  }),
  'PUT /api/blog/:id': admin('Change a post.', {
    ...admins,
    params: postIdPath,
    body: postChangesBody,
    answer: z.object({ post: blogPost }),
    errors: ['POST_CHANGED'],
  }),
  'DELETE /api/blog/:id': admin('Delete a post.', {
    ...admins,
    params: postIdPath,
    body: removePostBody,
    answer: nothing,
  }),
  'GET /api/contact-messages': admin('List messages from visitors.', {
    ...admins,
    query: contactMessagesQuery,
    answer: z.object({ messages: z.array(contactMessage), total: count }),
  }),
  'PATCH /api/contact-messages/:id/status': admin("Change a message's status.", {
    ...admins,
    params: messageIdPath,
    body: messageStatusBody,
    answer: z.object({ contactMessage }),
  }),
  'DELETE /api/contact-messages/:id': admin('Delete a message.', {
    ...admins,
    params: messageIdPath,
    body: removeMessageBody,
    answer: nothing,
  }),
  'GET /api/ads/settings': admin('List all ad placements.', {
    ...admins,
    answer: z.object({ settings: z.array(adSetting) }),
  }),
  'PATCH /api/ads/toggle/:id': admin('Switch an ad placement on or off.', {
    ...admins,
    params: adIdPath,
    body: adToggleBody,
    answer: message,
  }),
  'PUT /api/ads/settings/:id': admin('Change an ad placement.', {
    ...admins,
    params: adIdPath,
    body: adSettingBody,
    answer: z.object({ setting: adSetting }),
  }),
} satisfies CallTable;
