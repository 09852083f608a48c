/** Calls of spec section 7 "Settings": credit settings and the prices of the services. */

export type CreditSettings = {
  creditsPerBDT: number;
  freeTrialCredits: number;
  minPurchaseCredits: number;
  systemNotification: {
    enabled: boolean;
    message: string;
    type: 'info' | 'warning' | 'error' | 'success';
    showToAll: boolean;
  };
  /** Service id → credits per row. */
  serviceCreditsConfig: Record<string, number>;
  enabledServices: string[];
};
