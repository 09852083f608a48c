/** Inputs of the workflows that call customers' own systems. */

export type WebhookDeliveryInput = { deliveryId: string; userId: string };
/** `again` means that the delivery was not accepted and may be sent again. */
export type DeliveryEnd = 'done' | 'again';

export type ScheduledJobInput = { scheduleId: string };
