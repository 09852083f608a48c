/** Calls of spec section 7 "Settings": credit settings and the prices of the services. */

export const systemNotificationTypes = ['info', 'warning', 'error', 'success'] as const;

export type CreditSettings = {
  creditsPerBDT: number;
  freeTrialCredits: number;
  minPurchaseCredits: number;
  systemNotification: {
    enabled: boolean;
    message: string;
    type: (typeof systemNotificationTypes)[number];
    showToAll: boolean;
  };
  /** Service id → credits per row. */
  serviceCreditsConfig: Record<string, number>;
  enabledServices: string[];
};
