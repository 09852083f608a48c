/** Administrators' calls about settings, portals, rates, posts, messages and ads. */
import { z } from 'zod';
import { previewPostBody } from '#contracts/site/admin-posts.ts';
import { adIdPath, adSettingBody, adToggleBody } from '#contracts/site/ads.ts';
import { newPostBody, postChangesBody, postIdPath, removePostBody } from '#contracts/site/blog.ts';
import { contactMessagesQuery, messageIdPath, messageStatusBody } from '#contracts/site/contact.ts';
import { rateBody, rateIdPath, removeRateBody } from '#contracts/portals/incentive-rates.ts';
import { limits } from '#contracts/limits.ts';
import { pauseBody, portalPath } from '#contracts/portals/portals.ts';
import { settingsBody } from '#contracts/site/settings.ts';
import { contactMessage, portalBoardEntry, rate } from './admin-answers.ts';
import { adSetting, blogPost, creditSettings, uploadedImage } from './site-answers.ts';
import { admin, admins, orWaiting } from './admin-call.ts';
import { count } from './parts.ts';
import { message, type CallTable } from './call.ts';

const nothing = z.object({});

export const adminSiteCalls = {
  'PUT /api/settings': admin('Change the prices, services, notices and texts of the site.', {
    ...admins,
    body: settingsBody,
    answer: orWaiting(z.object({ settings: creditSettings })),
  }),
  'GET /api/admin/portals': admin('List the portals with their state.', {
    ...admins,
    answer: z.object({
      portals: z.array(portalBoardEntry),
      browserUnsandboxedAt: z.iso
        .datetime()
        .nullable()
        .describe('When a worker last started a browser without its isolation, if that was lately.'),
    }),
  }),
  'POST /api/admin/portals/:portal/pause': admin('Pause a portal.', {
    ...admins,
    params: portalPath,
    body: pauseBody,
    answer: message,
  }),
  'POST /api/admin/portals/:portal/resume': admin('Resume a portal.', {
    ...admins,
    params: portalPath,
    body: pauseBody,
    answer: message,
  }),
  'GET /api/admin/incentive-rates': admin('List the rates of the cash incentive.', {
    ...admins,
    answer: z.object({ rates: z.array(rate) }),
  }),
  'POST /api/admin/incentive-rates': admin('Add a rate.', {
    ...admins,
    body: rateBody,
    answer: z.object({ rate }),
  }),
  'PUT /api/admin/incentive-rates/:id': admin('Change a rate.', {
    ...admins,
    params: rateIdPath,
    body: rateBody,
    answer: z.object({ rate }),
  }),
  'DELETE /api/admin/incentive-rates/:id': admin('Remove a rate.', {
    ...admins,
    params: rateIdPath,
    body: removeRateBody,
    answer: z.object({ rate }),
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
