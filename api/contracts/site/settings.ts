/** Schemas of the calls of spec section 7 "Settings": credit settings and the prices of the services. */
import { z } from 'zod';
import { optionalReason } from '#contracts/accounts/admin-users.ts';
import { printable } from '#contracts/accounts/auth.ts';
import { contactDetailsBody, marketingFiguresBody } from './pages.ts';

export const noticeTypes = ['info', 'warning', 'error', 'success'] as const;

const SERVICES_MAX = 200;
const hundredths = (name: string, min: number, max: number) =>
  z
    .number(`${name} must be a number.`)
    .min(min, `${name} must be at least ${min}.`)
    .max(max, `${name} must be at most ${max}.`)
    .multipleOf(0.01, `${name} can have two decimals at most.`);
const serviceId = z.string().min(1).max(60);

/** Absent fields stay unchanged. `enabledServices` is the whole list; prices are changed one at a time. */
export const settingsBody = z
  .object({
    creditsPerBDT: hundredths('Credits per BDT', 0.01, 1_000),
    freeTrialCredits: hundredths('Free trial credits', 0, 1_000_000),
    minPurchaseCredits: hundredths('Minimum purchase credits', 0, 1_000_000),
    systemNotification: z
      .object({
        enabled: z.boolean(),
        message: z.string().trim().max(500).regex(printable, 'The notice must be a single line of text.'),
        type: z.enum(noticeTypes),
        showToAll: z.boolean(),
      })
      .partial(),
    serviceCreditsConfig: z
      .record(serviceId, hundredths('A service’s cost', 0, 10_000))
      .refine((costs) => Object.keys(costs).length <= SERVICES_MAX, 'There are too many services.'),
    enabledServices: z.array(serviceId).max(SERVICES_MAX),
    marketingFigures: marketingFiguresBody,
    showMeasuredFigures: z.boolean(),
    contactDetails: contactDetailsBody,
  })
  .partial()
  .extend({ reason: optionalReason });
export type SettingsBody = z.infer<typeof settingsBody>;
