/** Inputs of the workflows that call customers' own systems, and of those that reach customers elsewhere. */

export type WebhookDeliveryInput = { deliveryId: string; userId: string };
/** `again` means that the delivery was not accepted and may be sent again. */
export type DeliveryEnd = 'done' | 'again';

export type NoticeDeliveryInput = { deliveryId: string; userId: string };
/** `again` means that the notification was not accepted; `afterMs` is how long the receiver asks us to wait. */
export type NoticeEnd = { end: 'done' } | { end: 'again'; afterMs: number };

export type ScheduledJobInput = { scheduleId: string };
