/** Inputs of the workflows that serve customers' own systems. */

export type WebhookDeliveryInput = { deliveryId: string; userId: string };
/** `again`: it was not taken, and may be sent once more. */
export type DeliveryEnd = 'done' | 'again';

export type ScheduledJobInput = { scheduleId: string };
